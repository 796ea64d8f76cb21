package traceglass.spark;

import java.io.Serializable;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/// A column of a data frame.
///
/// @param name in the data frame
/// @param role where its values come from
/// @param source name of the label, or of the column in the result of the SQL
/// @param index place of the column in the result, or -1 if the schema was given
/// @param isExact whether the engine's values have this type, so that SQL compares them as Spark does
record TraceColumn(String name, DataType type, Role role, String source, int index, boolean isExact)
        implements Serializable {

    enum Role {
        ID,
        NAME,
        PATH,
        LABEL,
        DATA,
        BYTES,
        ERROR
    }

    static final String ID_NAME = "trace_id";

    private static final String ROLE = "traceglass.role";
    private static final String SOURCE = "traceglass.source";
    private static final String INDEX = "traceglass.index";
    private static final String EXACT = "traceglass.exact";

    static TraceColumn ofTrace(String name, DataType type, Role role, String source) {
        return new TraceColumn(name, type, role, source, -1, true);
    }

    /// Keeps everything in the field, because Spark passes nothing else on.
    StructField field() {
        Metadata metadata = new MetadataBuilder()
                .putString(ROLE, role.name())
                .putString(SOURCE, source)
                .putLong(INDEX, index)
                .putBoolean(EXACT, isExact)
                .build();
        return new StructField(name, type, true, metadata);
    }

    /// Reads a field of an inferred or a given schema. In a given one, the names of the trace's columns mean these, and
    /// all others are columns of the result.
    static TraceColumn of(StructField field) {
        Metadata metadata = field.metadata();
        if (metadata.contains(ROLE)) {
            return new TraceColumn(
                    field.name(),
                    field.dataType(),
                    Role.valueOf(metadata.getString(ROLE)),
                    metadata.getString(SOURCE),
                    (int) metadata.getLong(INDEX),
                    metadata.getBoolean(EXACT));
        }
        Role role = switch (field.name()) {
            case ID_NAME -> Role.ID;
            case "trace" -> Role.NAME;
            case "trace_path" -> Role.PATH;
            default -> Role.DATA;
        };
        DataType type = field.dataType();
        DataType expected = role == Role.DATA ? type : role == Role.ID ? DataTypes.LongType : DataTypes.StringType;
        if (!ValueVector.supports(type) || !expected.equals(type)) {
            throw new IllegalArgumentException("The column " + field.name() + " can't be " + type.simpleString()
                    + (role == Role.DATA
                            ? ", but bigint, int, double, boolean, string or binary"
                            : ", but " + expected.simpleString()));
        }
        return new TraceColumn(field.name(), type, role, field.name(), -1, false);
    }

    boolean isOfTrace() {
        return role != Role.DATA && role != Role.ERROR;
    }

    /// Returns a label as the column's type has it.
    @Nullable
    Object coerced(@Nullable Object label) {
        if (label == null || type.equals(DataTypes.LongType)) {
            return label;
        }
        return type.equals(DataTypes.DoubleType) ? (Object) ((Number) label).doubleValue() : label.toString();
    }
}
