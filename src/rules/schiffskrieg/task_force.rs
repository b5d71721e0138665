//! 3 How Task Forces are formed: who may join, and how an ordered list is read under a maximum.
