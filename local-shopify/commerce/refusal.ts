/** Something the platform would not do, said in a sentence that its pages show. */
export class CommerceRefusal extends Error {
  override name = "CommerceRefusal";
}
