package traceglass.ingest.ftrace.format;

/// Field of a kernel event in its binary record.
///
/// @param type C type as printed by the kernel, without array bounds, e.g. `unsigned long`
/// @param offset offset in the record in bytes
/// @param size size in bytes; 0 if the field extends to the end of the record
/// @param elementSize size of one element in bytes, equal to `size` if the field is not an array
public record EventField(String name, String type, int offset, int size, int elementSize, boolean isSigned, Kind kind) {

    /// Storage formats of fields.
    public enum Kind {
        /// An integer of 1, 2, 4 or 8 bytes.
        NUMBER,
        /// Characters up to the first NUL.
        TEXT,
        /// Array of integers.
        NUMBERS,
        /// Address of a string or object in kernel memory.
        POINTER,
        /// String at a location given by 32 bits: its length and its offset from the start of the record.
        LOCATED_TEXT,
        /// Integers or bytes at a location given by 32 bits: their length and their offset from the start of
        /// the record.
        LOCATED_NUMBERS,
        /// String at a location given by 32 bits: its length and its offset from the end of this field.
        RELATIVE_TEXT,
        /// Integers or bytes at a location given by 32 bits: their length and their offset from the end of
        /// this field.
        RELATIVE_NUMBERS,
        /// Bytes with another type, such as a struct.
        OPAQUE
    }

    /// Returns whether the field is one of the common fields with which all events begin.
    public boolean isCommon() {
        return name.startsWith("common_");
    }
}
