package traceglass.ingest.ftrace.format;

/// Field of a kernel event in its binary record.
///
/// @param type C type as printed by the kernel, without array bounds, e.g. `unsigned long`
/// @param offset offset in the record in bytes
/// @param size size in bytes; 0 if the field extends to the end of the record
/// @param elementSize size of one element in bytes, equal to `size` if the field is not an array
public record EventField(String name, String type, int offset, int size, int elementSize, boolean isSigned, Kind kind) {

    /// Forms in which fields are stored.
    public enum Kind {
        /// An integer of 1, 2, 4 or 8 bytes.
        NUMBER,
        /// Characters up to the first NUL.
        TEXT,
        /// Several integers.
        NUMBERS,
        /// Address of a text or object in kernel memory.
        POINTER,
        /// 32 bits: length and offset from the start of the record, of characters.
        LOCATED_TEXT,
        /// 32 bits: length and offset from the start of the record, of integers or bytes.
        LOCATED_NUMBERS,
        /// 32 bits: length and offset from the end of this field, of characters.
        RELATIVE_TEXT,
        /// 32 bits: length and offset from the end of this field, of integers or bytes.
        RELATIVE_NUMBERS,
        /// Bytes of another form, such as a struct.
        OPAQUE
    }

    /// Returns whether the field is one of those that all events begin with.
    public boolean isCommon() {
        return name.startsWith("common_");
    }
}
