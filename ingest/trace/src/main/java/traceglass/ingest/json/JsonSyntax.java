package traceglass.ingest.json;

/// What a [JsonCursor] cannot read: text that is no JSON, or that ends too soon. Thrown without a stack, as both are
/// ordinary.
final class JsonSyntax extends RuntimeException {

    private static final long serialVersionUID = 1;

    /// The bytes in the buffer end inside a value: more are needed.
    static final JsonSyntax INCOMPLETE = new JsonSyntax("the text ends inside a value");

    JsonSyntax(String message) {
        super(message, null, false, false);
    }
}
