package traceglass.analysis.heap;

import java.util.Locale;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Texts for the contents of a heap dump.
public final class HeapText {

    private HeapText() {}

    /// Returns `JNI global` for `ROOT_JNI_GLOBAL`; for other objects, whether they are reachable.
    public static String root(HeapDump dump, int object) {
        return dump.isRoot(object) ? readable(dump.rootType(object), "ROOT_") : "";
    }

    /// Returns `app` for `HEAP_TYPE_APP`.
    public static String heap(HeapDump dump, int object) {
        return readable(dump.heapType(object), "HEAP_TYPE_");
    }

    private static String readable(String name, String prefix) {
        String baseName = name.startsWith(prefix) ? name.substring(prefix.length()) : name;
        return baseName.toLowerCase(Locale.ROOT)
                .replace('_', ' ')
                .replace("jni", "JNI")
                .replace("vm", "VM");
    }

    /// Returns a class name without its package; arrays keep their brackets, class objects start with `class`.
    public static String brief(String className) {
        if (className.startsWith("java.lang.Class<") && className.endsWith(">")) {
            return HeapDumpTexts.classObject(brief(className.substring(16, className.length() - 1)));
        }
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /// Returns a field name without its declaring class.
    public static String field(String field) {
        int dot = field.lastIndexOf('.');
        return dot < 0 ? field : field.substring(dot + 1);
    }

    /// Returns the label of a dump in a list of choices.
    public static String dump(HeapDumpInfo dump, long traceStart) {
        return dump.processText() + "  ·  " + TimeText.timestamp(dump.ts(), traceStart) + "  ·  "
                + HeapDumpTexts.objects(dump.objects()) + ", " + DisplayText.size(dump.selfBytes());
    }
}
