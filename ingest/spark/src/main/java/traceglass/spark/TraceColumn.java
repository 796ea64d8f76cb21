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
/// @param name name in the data frame
/// @param role source of its values
/// @param source name of the label, or of the column in the result of the SQL
/// @param index index of the column in the result, or -1 if the user provided the schema
/// @param isExact whether the engine's values have this type, so that SQL and Spark compare them in the same way
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

    /// Returns a field that contains all properties of the column, because Spark passes on only the field.
    StructField field() {
        Metadata metadata = new MetadataBuilder()
                .putString(ROLE, role.name())
                .putString(SOURCE, source)
                .putLong(INDEX, index)
                .putBoolean(EXACT, isExact)
                .build();
        return new StructField(name, type, true, metadata);
    }

    /// Reads a field of an inferred schema or of a schema from the user. In the latter, names of trace columns
    /// refer to these, and all other names to columns of the result.
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

    boolean isTraceColumn() {
        return role != Role.DATA && role != Role.ERROR;
    }

    /// Converts a label to the type of the column.
    @Nullable
    Object coerce(@Nullable Object label) {
        if (label == null || type.equals(DataTypes.LongType)) {
            return label;
        }
        return type.equals(DataTypes.DoubleType) ? (Object) ((Number) label).doubleValue() : label.toString();
    }
}
