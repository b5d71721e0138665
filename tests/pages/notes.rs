//! What the page about proofs shows of checkpoints, typed as it stands there.

use super::page;
use super::typed::works;

#[test]
fn checkpoints_are_cosigned_as_the_page_says() {
    let page = page("docs/proof.md");
    let (_, section) = page.split_once("\n## Checkpoints that other offices cosign\n").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    works(folder, "sealord new spring-match --system seas-of-thunder --scenario raider-warfare");
    let blocks = section.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let told: Vec<String> = blocks.map(|block| works(folder, block)).collect();
    let found = told.last().unwrap();
    assert!(
        found.contains("signed by club.example/spring-match and cosigned by other.example at "),
        "{found}"
    );
    assert!(found.contains("1 countersigned head by 1 key"), "{found}");
    let head = std::fs::read_to_string(folder.join("head.txt")).unwrap();
    let size = head.lines().nth(1).unwrap();
    let line = section.lines().find(|line| line.contains("--since")).unwrap().trim();
    let next = works(folder, &line.replace("--since 31", &format!("--since {size}")));
    assert!(next.starts_with(&format!("old {size}\n")), "{next}");
}
