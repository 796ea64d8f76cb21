package traceglass.service.probe.ftrace.page;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.Type;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Encodings of a field in a kernel record, with the protobuf types to which it can be converted.
enum FieldEncoding {
    UNSIGNED_8(Type.UINT32, Type.UINT64),
    UNSIGNED_16(Type.UINT32, Type.UINT64),
    UNSIGNED_32(Type.UINT32, Type.UINT64),
    UNSIGNED_64(Type.UINT64),
    SIGNED_8(Type.INT32, Type.INT64),
    SIGNED_16(Type.INT32, Type.INT64),
    SIGNED_32(Type.INT32, Type.INT64),
    SIGNED_64(Type.INT64),
    /// Thread id, which the process probe resolves.
    THREAD(Type.INT32, Type.INT64),
    /// Inode number of a file.
    INODE_32(Type.UINT64),
    INODE_64(Type.UINT64),
    /// Device number in the kernel's encoding, which differs from the one in user space.
    DEVICE_32(Type.UINT64),
    DEVICE_64(Type.UINT64),
    /// Address of a kernel function, written as an index so that traces do not reveal where the kernel is
    /// loaded.
    ADDRESS_32(Type.UINT64),
    ADDRESS_64(Type.UINT64),
    /// Characters up to the first NUL.
    TEXT(Type.STRING),
    /// Characters up to the first NUL or the end of the record.
    REST_TEXT(Type.STRING),
    /// Offset and length of a string elsewhere in the record.
    LOCATED_TEXT(Type.STRING),
    LOCATED_BYTES(Type.BYTES),
    /// Address of a string that `printk_formats` lists.
    POINTER_TEXT(Type.STRING),
    /// Arguments of a system call.
    ARGUMENTS_32(Type.UINT64),
    ARGUMENTS_64(Type.UINT64);

    private static final Pattern CHARACTERS = Pattern.compile("char \\w+\\[\\w+\\]");
    private static final String LOCATION = "__data_loc ";
    private static final String ARGUMENTS = "unsigned long args[6]";

    private final Set<Type> types;

    FieldEncoding(Type first, Type... alternatives) {
        types = EnumSet.of(first, alternatives);
    }

    /// Returns whether a field with this encoding can be written to a field of the schema. As in Perfetto, fields
    /// whose type has changed since the schema was written are skipped.
    boolean fits(FieldDescriptor field) {
        return types.contains(field.getType());
    }

    /// Returns the protobuf type of a field that the trace describes itself; null if such fields are not
    /// supported.
    @Nullable
    Type genericType() {
        return switch (this) {
            case SIGNED_8, SIGNED_16, SIGNED_32, SIGNED_64, THREAD -> Type.INT64;
            case TEXT, REST_TEXT, LOCATED_TEXT, POINTER_TEXT -> Type.STRING;
            case LOCATED_BYTES, ARGUMENTS_32, ARGUMENTS_64 -> null;
            default -> Type.UINT64;
        };
    }

    /// Returns the encoding of a field given its C declaration and size, or null if it is not supported.
    static @Nullable FieldEncoding of(RecordField field) {
        String declaration = field.declaration();
        if (declaration.startsWith(LOCATION) || declaration.startsWith("__rel_loc ")) {
            return ofLocation(field);
        }
        if (CHARACTERS.matcher(declaration).find()) {
            return TEXT;
        }
        boolean isWide = field.size() == Long.BYTES;
        boolean isNarrow = field.size() == Integer.BYTES;
        if (declaration.equals(ARGUMENTS)) {
            return field.size() == 6 * Long.BYTES ? ARGUMENTS_64 : ARGUMENTS_32;
        }
        if (declaration.contains("char[] ") || declaration.contains("char * ")) {
            return isWide || isNarrow ? POINTER_TEXT : null;
        }
        if (declaration.startsWith("void*") || declaration.startsWith("void *")) {
            return isWide ? ADDRESS_64 : isNarrow ? ADDRESS_32 : null;
        }
        if (declaration.startsWith("char ") && field.size() == 0) {
            return REST_TEXT;
        }
        if (declaration.startsWith("dev_t ")) {
            return isWide ? DEVICE_64 : isNarrow ? DEVICE_32 : null;
        }
        if (declaration.startsWith("ino_t ")) {
            return isWide ? INODE_64 : isNarrow ? INODE_32 : null;
        }
        if (declaration.startsWith("pid_t ") && isNarrow) {
            return THREAD;
        }
        return ofNumber(field);
    }

    private static @Nullable FieldEncoding ofLocation(RecordField field) {
        String type = field.declaration().substring(field.declaration().indexOf(' ') + 1);
        if (field.size() != Integer.BYTES || !field.declaration().startsWith(LOCATION)) {
            return null;
        }
        if (type.startsWith("char[] ")) {
            return LOCATED_TEXT;
        }
        return type.startsWith("u8[] ") || type.startsWith("__u8[] ") ? LOCATED_BYTES : null;
    }

    private static @Nullable FieldEncoding ofNumber(RecordField field) {
        boolean isSigned = field.isSigned() && !field.declaration().startsWith("bool ");
        return switch (field.size()) {
            case Byte.BYTES -> isSigned ? SIGNED_8 : UNSIGNED_8;
            case Short.BYTES -> isSigned ? SIGNED_16 : UNSIGNED_16;
            case Integer.BYTES -> isSigned ? SIGNED_32 : UNSIGNED_32;
            case Long.BYTES -> isSigned ? SIGNED_64 : UNSIGNED_64;
            default -> null;
        };
    }
}
