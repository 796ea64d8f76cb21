package traceglass.service.probe.ftrace.page;

/// A field of a kernel record, parsed from a line of a format file.
///
/// @param declaration C declaration with type and name, such as `char comm[16]`
/// @param offset offset in bytes from the start of the record
/// @param size size in bytes; 0 if the field extends to the end of the record
public record RecordField(String declaration, String name, int offset, int size, boolean isSigned) {

    /// Returns the offset after the field.
    int end() {
        return offset + size;
    }
}
