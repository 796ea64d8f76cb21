package traceglass.analysis.heap;

import java.util.Locale;
import traceglass.store.text.Texts;
import traceglass.store.time.TimeText;

/// Words for what a heap dump holds.
public final class HeapText {

    private HeapText() {}

    /// `JNI global` for `ROOT_JNI_GLOBAL`; for what is no root whether one leads to it.
    public static String root(HeapDump dump, int object) {
        return dump.isRoot(object) ? words(dump.rootType(object), "ROOT_") : "";
    }

    /// `app` for `HEAP_TYPE_APP`.
    public static String heap(HeapDump dump, int object) {
        return words(dump.heapType(object), "HEAP_TYPE_");
    }

    private static String words(String name, String prefix) {
        String plain = name.startsWith(prefix) ? name.substring(prefix.length()) : name;
        return plain.toLowerCase(Locale.ROOT)
                .replace('_', ' ')
                .replace("jni", "JNI")
                .replace("vm", "VM");
    }

    /// A class without its package; arrays keep their brackets, class objects say that they are.
    public static String brief(String className) {
        if (className.startsWith("java.lang.Class<") && className.endsWith(">")) {
            return "class " + brief(className.substring(16, className.length() - 1));
        }
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /// A field without the class that declares it.
    public static String field(String field) {
        int dot = field.lastIndexOf('.');
        return dot < 0 ? field : field.substring(dot + 1);
    }

    /// A dump as it is chosen.
    public static String dump(HeapDumpInfo dump, long traceStart) {
        return dump.processText() + "  ·  " + TimeText.timestamp(dump.ts(), traceStart) + "  ·  "
                + Texts.count(dump.objects(), "object", "objects") + ", " + Texts.size(dump.selfBytes());
    }
}
