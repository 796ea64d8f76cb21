package traceglass.ingest.json.text;

/// Thrown by [JsonCursor] if the text is not valid JSON or ends early. Has no stack trace, because both are expected.
public final class JsonSyntaxException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /// The buffer ends inside a value; more input is needed.
    public static final JsonSyntaxException INCOMPLETE = new JsonSyntaxException("the text ends inside a value");

    /// @param message description of the error
    public JsonSyntaxException(String message) {
        super(message, null, false, false);
    }
}
