package traceglass.convert.size;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Sizes of a field at one place of the trace's structure, and of the fields in it. Sizes are those of the encoded
/// field with its tag and length.
public final class FieldSize {

    private static final int SMALL = 128;

    private final String name;
    private final String type;
    private final Map<Long, FieldSize> fields = new LinkedHashMap<>();
    /// Number of fields by size, for the sizes that most fields have.
    private final long[] small = new long[SMALL];
    /// The same for larger ones.
    private final TreeMap<Integer, Long> large = new TreeMap<>();
    private long total;

    /// @param type of the message, or of the number or bytes
    FieldSize(String name, String type) {
        this.name = name;
        this.type = type;
    }

    void add(int size) {
        if (size < SMALL) {
            small[size]++;
        } else {
            large.merge(size, 1L, Long::sum);
        }
        total += size;
    }

    /// Returns the entry of a field in this one, created by the first call.
    FieldSize field(long key, String fieldName, String fieldType) {
        return fields.computeIfAbsent(key, k -> new FieldSize(fieldName, fieldType));
    }

    @Nullable
    FieldSize known(long key) {
        return fields.get(key);
    }

    /// Returns the name of the field, or its number if the schema does not know it.
    public String name() {
        return name;
    }

    /// Returns the type of the field: of a message its name without the package.
    public String type() {
        return type;
    }

    /// Returns the fields in this one, those with the most bytes first.
    public List<FieldSize> fields() {
        List<FieldSize> sorted = new ArrayList<>(fields.values());
        sorted.sort(Comparator.comparingLong(FieldSize::total).reversed().thenComparing(FieldSize::name));
        return sorted;
    }

    /// Returns the number of fields.
    public long count() {
        return Arrays.stream(small).sum()
                + large.values().stream().mapToLong(Long::longValue).sum();
    }

    /// Returns the sum of the sizes in bytes.
    public long total() {
        return total;
    }

    /// Returns the bytes that are in none of the fields in this one: values, tags and lengths.
    public long self() {
        return total - fields.values().stream().mapToLong(FieldSize::total).sum();
    }

    public int min() {
        return sizeAt(1);
    }

    public int max() {
        return sizeAt(count());
    }

    /// Returns the smaller of the two middle sizes if there is no single one.
    public int median() {
        return sizeAt((count() + 1) / 2);
    }

    /// Returns the size of the field with this position, from 1, when they are sorted by size; 0 if there is none.
    private int sizeAt(long position) {
        long seen = 0;
        for (int size = 0; size < SMALL; size++) {
            seen += small[size];
            if (seen >= position && position > 0) {
                return size;
            }
        }
        for (Map.Entry<Integer, Long> e : large.entrySet()) {
            seen += e.getValue();
            if (seen >= position) {
                return e.getKey();
            }
        }
        return 0;
    }
}
