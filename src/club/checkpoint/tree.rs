//! The tree over the hashes of a journal's entries. Source: RFC 6962, section 2.1.

use ct_merkle::mem_backed_tree::MemoryBackedTree;
use ct_merkle::{ConsistencyProof, RootHash};
use engine::digest::Digest;
use sha2::Sha256;

/// A Merkle tree whose leaves are the hashes of entries, each as its 32 bytes.
#[derive(Default)]
pub struct Tree(MemoryBackedTree<Sha256, [u8; 32]>);

impl Tree {
    /// The tree over these hashes, in their order.
    pub fn of(hashes: impl IntoIterator<Item = Digest>) -> Tree {
        let mut tree = MemoryBackedTree::new();
        hashes.into_iter().for_each(|hash| tree.push(*hash.as_bytes()));
        Tree(tree)
    }

    /// How many leaves it has.
    pub fn size(&self) -> u64 {
        self.0.len()
    }

    /// Its root; that of an empty tree is the hash of nothing.
    pub fn root(&self) -> Digest {
        Digest::from_bytes((*self.0.root().as_bytes()).into())
    }

    /// What shows that the tree continues the one over its first `old` leaves; nothing if there were none.
    /// No proof if it has not so many.
    pub fn proof_since(&self, old: u64) -> Option<Vec<Digest>> {
        let more = usize::try_from(self.size().checked_sub(old)?).ok()?;
        if old == 0 {
            return Some(Vec::new());
        }
        let proof = self.0.prove_consistency(more);
        let hashes = proof.as_bytes().as_chunks::<32>().0;
        Some(hashes.iter().copied().map(Digest::from_bytes).collect())
    }
}

/// Whether a proof shows that one tree, by size and root, continues another that is not empty.
pub(super) fn continues(old: (u64, Digest), new: (u64, Digest), proof: &[Digest]) -> bool {
    let root = |(size, hash): (u64, Digest)| RootHash::<Sha256>::new((*hash.as_bytes()).into(), size);
    let bytes = proof.iter().flat_map(|hash| *hash.as_bytes()).collect();
    let proof = ConsistencyProof::try_from_bytes(bytes);
    proof.is_ok_and(|proof| root(new).verify_consistency(&root(old), &proof).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(size: u64) -> Tree {
        Tree::of((0..size).map(|at| Digest::of(&at.to_be_bytes())))
    }

    /// RFC 6962, section 2.1, straight from its words.
    fn by_the_book(leaves: &[Digest]) -> Digest {
        match leaves {
            [] => Digest::of(&[]),
            [leaf] => Digest::of_parts(&[&[0], leaf.as_bytes()]),
            _ => {
                let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
                let (left, right) = (by_the_book(left), by_the_book(right));
                Digest::of_parts(&[&[1], left.as_bytes(), right.as_bytes()])
            }
        }
    }

    #[test]
    fn the_root_is_that_of_the_book() {
        let leaves: Vec<Digest> = (0..40u64).map(|at| Digest::of(&at.to_be_bytes())).collect();
        for size in 0..leaves.len() {
            assert_eq!(
                Tree::of(leaves[..size].iter().copied()).root(),
                by_the_book(&leaves[..size]),
                "{size}"
            );
        }
    }

    #[test]
    fn a_tree_that_grew_continues_the_one_before_and_no_other() {
        for (old, new) in (1..20).flat_map(|old| (old..20).map(move |new| (old, new))) {
            let (before, after) = (tree(old), tree(new));
            let proof = after.proof_since(old).unwrap();
            let (was, is) = ((old, before.root()), (new, after.root()));
            assert!(continues(was, is, &proof), "{old} to {new}");
            let other = Digest::of(b"another");
            assert!(!continues((old, other), is, &proof), "{old} to {new}");
            assert!(!continues(was, (new, other), &proof) || old == new && other == before.root());
            if let Some((first, rest)) = proof.split_first() {
                assert!(!continues(was, is, rest));
                assert!(!continues(was, is, &[&[other], rest].concat()));
                assert!(!continues(was, is, &[&[*first], &proof[..]].concat()));
            }
        }
        assert_eq!(tree(3).proof_since(4), None);
        assert_eq!(tree(3).proof_since(0), Some(Vec::new()));
        assert!(!continues((0, Digest::of(&[])), (3, tree(3).root()), &[]));
    }
}
