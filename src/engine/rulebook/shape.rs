//! How the shape of a part of a data file is written down: the keys that the program reads, and those it only
//! accepts.

/// Declares a struct that reads one part of a file. Beside its fields it may list keys that the program never
/// asks, such as provenance, notes and the inputs of formulas: `unread a, b;` must be there, `may c, d;` may.
/// Any other key is an error that lists all of them in the order in which they stand here.
#[doc(hidden)]
#[macro_export]
macro_rules! shape {
    ($(#[$outer:meta])* pub struct $name:ident $(<$of:ident>)? { $($body:tt)* }) => {
        shape! { @ [$(#[$outer])* #[serde(deny_unknown_fields)] pub struct $name $(<$of>)?] [] $($body)* }
    };
    (@ [$($head:tt)*] [$($fields:tt)*]) => {
        $($head)* { $($fields)* }
    };
    (@ $head:tt [$($fields:tt)*] unread $($key:ident),+; $($rest:tt)*) => {
        shape! { @ $head [$($fields)* $(#[allow(dead_code)] $key: serde::de::IgnoredAny,)+] $($rest)* }
    };
    (@ $head:tt [$($fields:tt)*] may $($key:ident),+; $($rest:tt)*) => {
        shape! {
            @ $head [$($fields)* $(#[allow(dead_code)] #[serde(default)] $key: serde::de::IgnoredAny,)+] $($rest)*
        }
    };
    (@ $head:tt [$($fields:tt)*] $(#[$inner:meta])* pub $field:ident: $type:ty, $($rest:tt)*) => {
        shape! { @ $head [$($fields)* $(#[$inner])* pub $field: $type,] $($rest)* }
    };
}
pub use shape;
