package traceglass.ingest.threaddump;

/// A thread dump as lines of text.
interface TextDump {

    /// Reads a line.
    ///
    /// @return false if the line is damaged
    boolean read(String line);

    /// Writes the remaining data at the end of the file.
    void finish();
}
