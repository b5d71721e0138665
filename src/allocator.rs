//! The allocator of the program: `mimalloc`, which says so when there is no more. A run that a club's
//! template fills to the brim then ends with words and an exit code, not with those of the language's own
//! end.

use std::alloc::{GlobalAlloc, Layout};

use mimalloc::MiMalloc;

/// See above.
pub struct Allocator;

/// Looks at what the allocator gives.
fn given(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        sealord::cli::bound::spent();
    }
    memory
}

// SAFETY: all is `mimalloc`'s; what looks at it neither keeps nor changes it, and does not unwind.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract.
        given(unsafe { MiMalloc.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract.
        given(unsafe { MiMalloc.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract.
        unsafe { MiMalloc.dealloc(memory, layout) };
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract.
        given(unsafe { MiMalloc.realloc(memory, layout, size) })
    }
}
