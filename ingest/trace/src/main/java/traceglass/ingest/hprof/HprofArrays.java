package traceglass.ingest.hprof;

import traceglass.store.names.TableNames;
import traceglass.store.table.BlobColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.Table;

/// Writes the elements of primitive arrays, little-endian as in trace processor's tables. The total number of bytes is
/// limited, so that a dump consisting of large arrays is not stored a second time.
final class HprofArrays {
    private static final long MAX_BYTES = 128L << 20;

    private final Table arrays;
    private final BlobColumn data;
    private byte[] swapped = new byte[1 << 12];
    private long bytes;

    HprofArrays(Table arrays) {
        this.arrays = arrays;
        data = arrays.blobs(TableNames.HeapGraphArray.DATA);
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
        int row = arrays.addRow();
        data.set(row, size == 1 ? array.data() : swap(array.data(), length, size), 0, length);
        return row;
    }

    private byte[] swap(byte[] elements, int length, int size) {
        if (length > swapped.length) {
            swapped = new byte[Math.max(length, swapped.length * 2)];
        }
        for (int i = 0; i + size <= length; i += size) {
            for (int k = 0; k < size; k++) {
                swapped[i + k] = elements[i + size - 1 - k];
            }
        }
        return swapped;
    }

    void seal() {
        arrays.seal(arrays.rowCount());
    }
}
