package traceglass.engine.agent;

/// Limits of an answer, so that it does not exceed the capacity of its reader.
///
/// @param rows maximum number of rows of a table
/// @param cellChars maximum number of characters of a value
/// @param bytes maximum number of bytes of all values of a table
public record AnswerLimits(int rows, int cellChars, int bytes) {

    /// Limits of tables that are parts of an answer.
    public static final AnswerLimits DEFAULT = new AnswerLimits(50, 300, 32 << 10);

    /// Returns limits with another number of rows.
    public AnswerLimits withRows(int count) {
        return new AnswerLimits(count, cellChars, bytes);
    }
}
