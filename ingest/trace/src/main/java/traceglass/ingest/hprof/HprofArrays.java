package traceglass.ingest.hprof;

import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.Table;

/// Writes the elements of primitive arrays, little-endian as in the reference's tables. The total number of bytes is
/// limited, so that a dump consisting of large arrays is not stored a second time.
final class HprofArrays {
    private static final long MAX_BYTES = 128L << 20;

    private final Table arrays;
    private byte[] swapped = new byte[1 << 12];
    private long bytes;

    HprofArrays(Table arrays) {
        this.arrays = arrays;
    }

    boolean isEmpty() {
        return arrays.rowCount() == 0;
    }

    /// Adds the elements of the current array and returns the row; null if they were not kept.
    ///
    /// @param size size of an element in bytes
    long add(HprofEntries array, int size) {
        int length = array.dataLength();
        if (length == 0 || bytes + length > MAX_BYTES) {
            return LongColumn.NULL;
        }
        bytes += length;
        if (length > swapped.length) {
            swapped = new byte[Math.max(length, swapped.length * 2)];
        }
        byte[] elements = array.data();
        for (int i = 0; i + size <= length; i += size) {
            for (int k = 0; k < size; k++) {
                swapped[i + k] = elements[i + size - 1 - k];
            }
        }
        int row = arrays.addRow();
        arrays.blobs(TableNames.HeapGraphArray.DATA).set(row, swapped, 0, length);
        return row;
    }

    void seal() {
        arrays.seal(arrays.rowCount());
    }
}
