package traceglass.service.probe.ftrace.page;

/// Field of a kernel record, as a line of a format file describes it.
///
/// @param declaration C declaration with type and name, such as `char comm[16]`
/// @param offset bytes from the start of the record
/// @param size in bytes; 0 if the field extends to the end of the record
public record RecordField(String declaration, String name, int offset, int size, boolean signed) {

    /// Returns the offset after the field.
    int end() {
        return offset + size;
    }
}
