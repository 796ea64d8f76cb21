package traceglass.spark;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;

/// Values of a column in a batch of rows.
final class ValueVector extends ColumnVector {

    private static final List<DataType> TYPES = List.of(
            DataTypes.LongType,
            DataTypes.IntegerType,
            DataTypes.DoubleType,
            DataTypes.BooleanType,
            DataTypes.StringType,
            DataTypes.BinaryType);

    private final String name;
    private final boolean isConstant;
    private final boolean[] nulls;
    private int nullCount;
    /// Arrays for values of different types; only one of them is used.
    private final long[] numbers;

    private final double[] reals;
    private final @Nullable Object[] objects;

    private ValueVector(String name, DataType type, int capacity, boolean isConstant) {
        super(type);
        this.name = name;
        this.isConstant = isConstant;
        nulls = new boolean[capacity];
        boolean isReal = type.equals(DataTypes.DoubleType);
        boolean isObject = type.equals(DataTypes.StringType) || type.equals(DataTypes.BinaryType);
        numbers = new long[isReal || isObject ? 0 : capacity];
        reals = new double[isReal ? capacity : 0];
        objects = new Object[isObject ? capacity : 0];
    }

    static boolean supports(DataType type) {
        return TYPES.contains(type);
    }

    /// Returns an empty vector.
    static ValueVector of(TraceColumn column, int capacity) {
        return new ValueVector(column.name(), column.type(), capacity, false);
    }

    /// Returns a vector with the same value in all rows.
    static ValueVector constant(TraceColumn column, @Nullable Object value) {
        ValueVector vector = new ValueVector(column.name(), column.type(), 1, true);
        vector.set(0, value);
        return vector;
    }

    /// Sets a value: Long, BigInteger, Double, Boolean, String, byte[] or null.
    ///
    /// @throws EngineException if it does not fit the type of the column
    void set(int row, @Nullable Object value) {
        if (value == null) {
            nulls[row] = true;
            nullCount++;
        } else if (type.equals(DataTypes.StringType)) {
            objects[row] = UTF8String.fromString(
                    value instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : value.toString());
        } else if (type.equals(DataTypes.LongType) && value instanceof Long number) {
            numbers[row] = number;
        } else if (type.equals(DataTypes.IntegerType) && value instanceof Long number && number == number.intValue()) {
            numbers[row] = number;
        } else if (type.equals(DataTypes.DoubleType) && value instanceof Number number) {
            reals[row] = number.doubleValue();
        } else if (value instanceof Boolean flag
                && !type.equals(DataTypes.BinaryType)
                && !type.equals(DataTypes.DoubleType)) {
            numbers[row] = flag ? 1 : 0;
        } else if (type.equals(DataTypes.BooleanType) && value instanceof Long number) {
            numbers[row] = number == 0 ? 0 : 1;
        } else if (type.equals(DataTypes.BinaryType) && value instanceof byte[] bytes) {
            objects[row] = bytes;
        } else {
            throw new EngineException(
                    "The column " + name + " is " + type.simpleString() + ", but has a value that is " + describe(value)
                            + "; cast it in the SQL, or pass a schema",
                    null);
        }
    }

    private static String describe(Object value) {
        return switch (value) {
            case Long number -> "the number " + number;
            case BigInteger number -> "the number " + number;
            case Double number -> "the number " + number;
            case byte[] _ -> "bytes";
            default -> "a string";
        };
    }

    private int index(int row) {
        return isConstant ? 0 : row;
    }

    @Override
    public void close() {
        // Release the objects; other memory is garbage collected with the vector.
        Arrays.fill(objects, null);
    }

    @Override
    public boolean hasNull() {
        return nullCount > 0;
    }

    @Override
    public int numNulls() {
        return nullCount;
    }

    @Override
    public boolean isNullAt(int row) {
        return nulls[index(row)];
    }

    @Override
    public boolean getBoolean(int row) {
        return numbers[index(row)] != 0;
    }

    @Override
    public int getInt(int row) {
        return (int) numbers[index(row)];
    }

    @Override
    public long getLong(int row) {
        return numbers[index(row)];
    }

    @Override
    public double getDouble(int row) {
        return reals[index(row)];
    }

    @Override
    public UTF8String getUTF8String(int row) {
        return (UTF8String) objects[index(row)];
    }

    @Override
    public byte[] getBinary(int row) {
        return (byte[]) objects[index(row)];
    }

    @Override
    public byte getByte(int row) {
        throw unsupported();
    }

    @Override
    public short getShort(int row) {
        throw unsupported();
    }

    @Override
    public float getFloat(int row) {
        throw unsupported();
    }

    @Override
    public ColumnarArray getArray(int row) {
        throw unsupported();
    }

    @Override
    public ColumnarMap getMap(int row) {
        throw unsupported();
    }

    @Override
    public Decimal getDecimal(int row, int precision, int scale) {
        throw unsupported();
    }

    @Override
    public ColumnVector getChild(int ordinal) {
        throw unsupported();
    }

    private UnsupportedOperationException unsupported() {
        return new UnsupportedOperationException("The column " + name + " is " + type.simpleString());
    }
}
