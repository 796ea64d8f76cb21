package traceglass.convert.size;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Sizes of a field at one path in the trace's structure, and of its nested fields. A size is the size of the encoded
/// field, including its tag and length.
public final class FieldSize {

    private static final int SMALL_SIZES = 128;

    private final String name;
    private final String type;
    private final Map<Long, FieldSize> fields = new LinkedHashMap<>();
    /// Number of fields by size, for small sizes, which most fields have.
    private final long[] small = new long[SMALL_SIZES];
    /// Number of fields by size, for larger sizes.
    private final TreeMap<Integer, Long> large = new TreeMap<>();
    private long total;

    /// @param type type of the field: name of a message or of a scalar type
    FieldSize(String name, String type) {
        this.name = name;
        this.type = type;
    }

    void add(int size) {
        if (size < SMALL_SIZES) {
            small[size]++;
        } else {
            large.merge(size, 1L, Long::sum);
        }
        total += size;
    }

    /// Returns the entry of a nested field. The first call creates it.
    FieldSize field(long key, String fieldName, String fieldType) {
        return fields.computeIfAbsent(key, k -> new FieldSize(fieldName, fieldType));
    }

    @Nullable
    FieldSize find(long key) {
        return fields.get(key);
    }

    /// Returns the name of the field, or its number if the schema does not know it.
    public String name() {
        return name;
    }

    /// Returns the type of the field: for a message, its name without the package.
    public String type() {
        return type;
    }

    /// Returns the nested fields, those with the most bytes first.
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

    /// Returns the bytes that are not in nested fields: values, tags and lengths.
    public long self() {
        return total - fields.values().stream().mapToLong(FieldSize::total).sum();
    }

    public int min() {
        return sizeAt(1);
    }

    public int max() {
        return sizeAt(count());
    }

    /// Returns the median size in bytes: the smaller of the two middle sizes if their number is even.
    public int median() {
        return sizeAt((count() + 1) / 2);
    }

    /// Returns the size at a position, from 1, in the sorted sizes; 0 if there is none.
    private int sizeAt(long position) {
        long seen = 0;
        for (int size = 0; size < SMALL_SIZES; size++) {
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
