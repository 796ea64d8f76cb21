package traceglass.ingest.art;

import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.collection.LongIntMap;
import traceglass.store.table.StringPool;

/// Methods of a trace, numbered in the order in which they were first mentioned: a method may be called in the trace
/// before it is described.
final class ArtMethods {

    /// Longest name in bytes, as in trace processor.
    private static final int MAX_NAME = 2047;

    /// Description of a method.
    ///
    /// @param nameId string id of `class.method: signature`, [StringPool#NULL] until it is described
    /// @param pathId string id of the source file, [StringPool#NULL] if unknown
    /// @param line −1 if unknown
    record Method(int nameId, int pathId, long line) {}

    private final StringPool strings;
    private final LongIntMap byId = new LongIntMap();
    private final List<Method> methods = new ArrayList<>();

    ArtMethods(StringPool strings) {
        this.strings = strings;
    }

    /// Returns the number of the method with this id.
    int index(long id) {
        int existing = byId.get(id);
        if (existing != LongIntMap.NONE) {
            return existing;
        }
        byId.put(id, methods.size());
        methods.add(new Method(StringPool.NULL, StringPool.NULL, -1));
        return methods.size() - 1;
    }

    Method get(int index) {
        return methods.get(index);
    }

    /// Sets the description of a method from the fields that follow the id in its line. Returns false if there are too
    /// few.
    ///
    /// Five fields are class, method, signature, file and line. Otherwise the third field shows whether there is a
    /// method (`(I)V`), or only class, file and line.
    boolean describe(long id, List<String> fields) {
        if (fields.isEmpty()) {
            return false;
        }
        String type = fields.getFirst();
        String method = "";
        String signature = "";
        String path = null;
        long line = -1;
        boolean isValid = fields.size() != 2;
        if (fields.size() == 5) {
            method = fields.get(1);
            signature = fields.get(2);
            path = path(type, fields.get(3));
            line = parseNumber(fields.get(4));
        } else if (fields.size() > 2 && fields.get(2).startsWith("(")) {
            method = fields.get(1);
            signature = fields.get(2);
            path = fields.size() > 3 ? fields.get(3) : null;
        } else if (fields.size() > 2) {
            path = fields.get(1);
            line = parseNumber(fields.get(2));
        } else if (fields.size() == 2) {
            method = fields.get(1);
        }
        int nameId = name(type + "." + method + ": " + signature);
        methods.set(index(id), new Method(nameId, strings.intern(path), line));
        return isValid;
    }

    private int name(String full) {
        int id = strings.intern(full);
        byte[] utf8 = strings.utf8(id);
        return utf8.length <= MAX_NAME ? id : strings.intern(utf8, 0, MAX_NAME);
    }

    /// Adds the folder of the class to a file of Java code.
    private static String path(String type, String file) {
        int slash = type.lastIndexOf('/');
        return slash >= 0 && file.endsWith(".java") ? type.substring(0, slash + 1) + file : file;
    }

    /// Returns the number; −1 if the string is not an unsigned decimal number.
    static long parseNumber(String text) {
        boolean isValid = !text.isEmpty() && text.length() <= 10 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return isValid ? Long.parseLong(text) : -1;
    }

    /// Returns the non-empty fields of a tab-separated line.
    static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        for (String field : line.strip().split("\t")) {
            if (!field.isEmpty()) {
                fields.add(field);
            }
        }
        return fields;
    }
}
