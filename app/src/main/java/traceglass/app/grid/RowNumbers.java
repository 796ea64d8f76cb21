package traceglass.app.grid;

import javafx.collections.ObservableListBase;

/// Immutable list of the numbers 0 to n − 1 that uses constant memory; serves as the items of a table.
public final class RowNumbers extends ObservableListBase<Integer> {

    private final int size;

    public RowNumbers(int size) {
        this.size = size;
    }

    @Override
    public Integer get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(index);
        }
        return index;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int indexOf(Object o) {
        return o instanceof Integer i && i >= 0 && i < size ? i : -1;
    }

    @Override
    public int lastIndexOf(Object o) {
        return indexOf(o);
    }

    @Override
    public boolean contains(Object o) {
        return indexOf(o) >= 0;
    }

    /// Position of a row in an order of rows, or −1.
    static int positionOf(int[] order, int row) {
        if (row < order.length && order[row] == row) {
            return row;
        }
        for (int i = 0; i < order.length; i++) {
            if (order[i] == row) {
                return i;
            }
        }
        return -1;
    }
}
