package traceglass.model.store;

import java.util.Arrays;

/// 64-bit floats.
public final class DoubleColumn extends Column {

    /// Stands for SQL's NULL; new rows hold it.
    public static final double NULL = Double.longBitsToDouble(0x7FF8_0000_DEAD_BEEFL);

    private double[][] chunks = new double[8][];

    DoubleColumn(String name, ColumnType type) {
        super(name, type);
    }

    public double get(int row) {
        return chunks[row >> Table.CHUNK_BITS][row & Table.CHUNK_MASK];
    }

    public void set(int row, double value) {
        chunks[row >> Table.CHUNK_BITS][row & Table.CHUNK_MASK] = value;
    }

    public boolean isNull(int row) {
        return isNull(get(row));
    }

    /// Whether this is the NaN that stands for NULL, and not a NaN from a trace.
    public static boolean isNull(double value) {
        return Double.doubleToRawLongBits(value) == 0x7FF8_0000_DEAD_BEEFL;
    }

    /// The values of one chunk, [Table#CHUNK] long; the rows past the table's end hold NULL. Not to be changed.
    public double[] chunk(int index) {
        return chunks[index];
    }

    @Override
    void addChunk(int index) {
        if (index >= chunks.length) {
            chunks = Arrays.copyOf(chunks, index * 2);
        }
        double[] chunk = new double[Table.CHUNK];
        Arrays.fill(chunk, NULL);
        chunks[index] = chunk;
    }

    @Override
    void dropChunk(int index) {
        chunks[index] = null;
    }
}
