package traceglass.model.store;

/// One column of a [Table], in chunks of [Table#CHUNK] rows so that loaded chunks can be let go.
public abstract sealed class Column permits LongColumn, IntColumn, DoubleColumn, BlobColumn {

    private final String name;
    private final ColumnType type;

    Column(String name, ColumnType type) {
        this.name = name;
        this.type = type;
    }

    public final String name() {
        return name;
    }

    public final ColumnType type() {
        return type;
    }

    /// Makes room for chunk `index`, filled with NULL. A chunk of which no row got a value is an array that all such chunks share.
    abstract void addChunk(int index);

    /// Lets chunk `index` go; reading or writing its rows afterwards fails.
    abstract void dropChunk(int index);
}
