package traceglass.store.table;

import java.util.Arrays;

/// Column of 64-bit floats.
public final class DoubleColumn extends Column {

    /// SQL NULL; the value of new rows.
    public static final double NULL = Double.longBitsToDouble(0x7FF8_0000_DEAD_BEEFL);

    /// A chunk without values.
    static final double[] ALL_NULL = allNull();

    private double[][] chunks = new double[8][];
    /// Chunks that can be written directly, see [IntColumn].
    private double[][] open = new double[8][];

    DoubleColumn(String name, ColumnType type) {
        super(name, type);
    }

    private static double[] allNull() {
        double[] chunk = new double[Table.CHUNK_ROWS];
        Arrays.fill(chunk, NULL);
        return chunk;
    }

    public double get(int row) {
        double[] chunk = chunks[row >> Table.CHUNK_BITS];
        return chunk != null ? chunk[row & Table.CHUNK_MASK] : Double.longBitsToDouble(heldBits(row));
    }

    public void set(int row, double value) {
        double[] chunk = open[row >> Table.CHUNK_BITS];
        if (chunk != null) {
            chunk[row & Table.CHUNK_MASK] = value;
        } else {
            setOutsideOpenChunk(row, value);
        }
    }

    private void setOutsideOpenChunk(int row, double value) {
        int index = row >> Table.CHUNK_BITS;
        if (chunks[index] == null) {
            setHeldBits(row, Double.doubleToRawLongBits(value));
        } else if (!isNull(value)) {
            double[] chunk = ALL_NULL.clone();
            chunk[row & Table.CHUNK_MASK] = value;
            chunks[index] = chunk;
            open[index] = chunk;
        }
    }

    public boolean isNull(int row) {
        return isNull(get(row));
    }

    /// Returns whether this is the NaN that means NULL, as opposed to a NaN from a trace.
    public static boolean isNull(double value) {
        return Double.doubleToRawLongBits(value) == 0x7FF8_0000_DEAD_BEEFL;
    }

    /// Returns the values of one chunk, [Table#CHUNK_ROWS] long; rows past the table's end are NULL. Must not be
    /// modified.
    @Override
    public double[] chunk(int index) {
        return chunks[index];
    }

    @Override
    void addChunk(int index) {
        if (index >= chunks.length) {
            chunks = Arrays.copyOf(chunks, index * 2);
            open = Arrays.copyOf(open, index * 2);
        }
        chunks[index] = ALL_NULL;
    }

    @Override
    void dropChunk(int index) {
        chunks[index] = null;
        open[index] = null;
    }

    @Override
    long bits(int row) {
        return Double.doubleToRawLongBits(get(row));
    }
}
