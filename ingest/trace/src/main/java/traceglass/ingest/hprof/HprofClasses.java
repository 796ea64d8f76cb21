package traceglass.ingest.hprof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.collection.LongIntMap;
import traceglass.store.table.StringPool;

/// Classes of a heap dump, numbered in the order in which they were first mentioned.
final class HprofClasses {

    /// Maximum length of a superclass chain; longer ones indicate a damaged dump.
    private static final int MAX_DEPTH = 100;
    /// Maximum number of fields of an instance; more indicate a damaged dump.
    private static final int MAX_FIELDS = 1 << 16;
    /// Maximum size in bytes of an instance's data; fields beyond it cannot exist.
    static final int MAX_DATA = MAX_FIELDS * Long.BYTES;

    private static final Map<String, String> KINDS = Map.of(
            "java.lang.ref.WeakReference", "KIND_WEAK_REFERENCE",
            "java.lang.ref.SoftReference", "KIND_SOFT_REFERENCE",
            "java.lang.ref.PhantomReference", "KIND_PHANTOM_REFERENCE",
            "java.lang.ref.FinalizerReference", "KIND_FINALIZER_REFERENCE");
    static final String UNKNOWN_KIND = "[unknown class kind]";

    private final StringPool strings;
    private final int idSize;
    private final List<HprofClass> classes = new ArrayList<>();
    private final LongIntMap byId = new LongIntMap();
    private final int[] primitiveArrays = new int[HprofType.LONG + 1];
    private final int referent;

    HprofClasses(StringPool strings, int idSize) {
        this.strings = strings;
        this.idSize = idSize;
        referent = strings.intern("java.lang.ref.Reference.referent");
    }

    /// Returns the loaded classes without their contents.
    HprofClasses copyLoaded() {
        HprofClasses next = new HprofClasses(strings, idSize);
        for (HprofClass c : classes) {
            if (c.isLoaded && c.id != 0) {
                next.load(c.id, c.name);
            }
        }
        return next;
    }

    int size() {
        return classes.size();
    }

    HprofClass get(int index) {
        return classes.get(index);
    }

    /// Returns a string of the dump.
    String text(int stringId) {
        return strings.get(stringId);
    }

    /// Returns the string id of the name of a field, as in [HprofLayout#names].
    int nameId(String field) {
        return strings.intern(field);
    }

    /// Returns the class with this id, or null.
    HprofClass byId(long id) {
        int index = byId.get(id);
        return index == LongIntMap.NONE ? null : classes.get(index);
    }

    /// Returns the index of the class with this id, adding it if it is unknown.
    int index(long id) {
        int existing = byId.get(id);
        if (existing != LongIntMap.NONE) {
            return existing;
        }
        int index = classes.size();
        classes.add(new HprofClass(id, "[unknown class 0x" + Long.toHexString(id) + "]"));
        byId.put(id, index);
        return index;
    }

    /// Sets the name of a class.
    void load(long id, String name) {
        HprofClass c = get(index(id));
        c.name = name;
        c.isLoaded = true;
    }

    /// Finds the classes of primitive arrays. Those missing from the dump are added when they are used.
    void findPrimitiveArrays() {
        Map<String, Integer> byName = new HashMap<>();
        for (int i = 0; i < classes.size(); i++) {
            byName.put(classes.get(i).name, i);
        }
        for (int type = HprofType.BOOLEAN; type <= HprofType.LONG; type++) {
            String name = HprofType.name(type) + "[]";
            Integer existing = byName.get(name);
            primitiveArrays[type] = existing != null ? existing : -1;
        }
    }

    /// Returns the index of the array class of a primitive type.
    int primitiveArray(int type) {
        if (primitiveArrays[type] < 0) {
            primitiveArrays[type] = classes.size();
            HprofClass c = new HprofClass(0, HprofType.name(type) + "[]");
            c.isLoaded = true;
            classes.add(c);
        }
        return primitiveArrays[type];
    }

    /// Returns the class with this name, or null.
    HprofClass byName(String name) {
        for (HprofClass c : classes) {
            if (c.name.equals(name)) {
                return c;
            }
        }
        return null;
    }

    /// Returns the kind of reference (soft, weak, …) that the instances of a class are.
    String kind(HprofClass heapClass) {
        HprofClass c = heapClass;
        for (int depth = 0; c != null && depth < MAX_DEPTH; depth++) {
            String kind = KINDS.get(c.name);
            if (kind != null) {
                return kind;
            }
            c = superclass(c);
        }
        return UNKNOWN_KIND;
    }

    private HprofClass superclass(HprofClass c) {
        return c.superId == 0 ? null : byId(c.superId);
    }

    HprofLayout layout(HprofClass c) {
        if (c.layout == null) {
            c.layout = newLayout(c);
        }
        return c.layout;
    }

    private HprofLayout newLayout(HprofClass heapClass) {
        List<HprofClass> chain = new ArrayList<>();
        int count = 0;
        for (HprofClass c = heapClass; c != null && chain.size() < MAX_DEPTH; c = superclass(c)) {
            if (count + c.fieldTypes.length > MAX_FIELDS) {
                break;
            }
            chain.add(c);
            count += c.fieldTypes.length;
        }
        byte[] types = new byte[count];
        int[] offsets = new int[count];
        int[] names = new int[count];
        boolean hasPrimitives = false;
        int next = 0;
        int offset = 0;
        for (HprofClass c : chain) {
            for (int i = 0; i < c.fieldTypes.length; i++, next++) {
                types[next] = c.fieldTypes[i];
                offsets[next] = offset;
                names[next] = strings.intern(c.name + "." + strings.get(c.fieldNames[i]));
                offset += HprofType.size(types[next], idSize);
                hasPrimitives |= types[next] != HprofType.OBJECT;
            }
        }
        HprofLayout layout = new HprofLayout(types, offsets, names, -1, hasPrimitives);
        String kind = kind(heapClass);
        boolean keepsReferent = kind.equals(UNKNOWN_KIND) || kind.equals("KIND_SOFT_REFERENCE");
        return keepsReferent ? layout : new HprofLayout(types, offsets, names, layout.find(referent), hasPrimitives);
    }

    /// Converts the name of a class as virtual machines write it (`java/lang/String`, `[Ljava/lang/String;`, `[B`)
    /// to the form used in source code (`java.lang.String`, `java.lang.String[]`, `byte[]`). Returns null if it is
    /// invalid.
    static String normalize(String raw) {
        int dimensions = 0;
        while (dimensions < raw.length() && raw.charAt(dimensions) == '[') {
            dimensions++;
        }
        String element = raw.substring(dimensions);
        if (dimensions > 0) {
            element = element(element);
            if (element == null) {
                return null;
            }
        }
        return element.replace('/', '.') + "[]".repeat(Math.min(dimensions, 255));
    }

    private static String element(String signature) {
        if (signature.isEmpty()) {
            return null;
        }
        return switch (signature.charAt(0)) {
            case 'Z' -> "boolean";
            case 'B' -> "byte";
            case 'C' -> "char";
            case 'S' -> "short";
            case 'I' -> "int";
            case 'J' -> "long";
            case 'F' -> "float";
            case 'D' -> "double";
            case 'L' -> signature.endsWith(";") ? signature.substring(1, signature.length() - 1) : null;
            default -> null;
        };
    }
}
