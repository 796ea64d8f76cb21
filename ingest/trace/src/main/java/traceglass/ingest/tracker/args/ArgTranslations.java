package traceglass.ingest.tracker.args;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.collection.LongMap;
import traceglass.store.table.StringPool;

/// Translates slice arguments that refer to other data in the trace: name hashes in Chrome's metrics, code locations of
/// Mojo methods, obfuscated class names in view dumps. This data often comes at the end of the trace, so sets with such
/// arguments are written last ([ArgSets#commitDeferred]).
public final class ArgTranslations {

    /// Kinds of hashes, each with the argument that contains the hash and the one that receives the name.
    public enum Hash {
        CHROME_HISTOGRAM("chrome_histogram_sample.name_hash", "chrome_histogram_sample.name"),
        CHROME_USER_EVENT("chrome_user_event.action_hash", "chrome_user_event.action"),
        CHROME_PERFORMANCE_MARK_SITE("chrome_hashed_performance_mark.site_hash", "chrome_hashed_performance_mark.site"),
        CHROME_PERFORMANCE_MARK("chrome_hashed_performance_mark.mark_hash", "chrome_hashed_performance_mark.mark"),
        CHROME_TRIGGER("chrome_trigger.name_hash", "chrome_trigger.name");

        private final String key;
        private final String nameKey;

        Hash(String key, String nameKey) {
            this.key = key;
            this.nameKey = nameKey;
        }
    }

    private static final String MOJO_PREFIX = "chrome_mojo_event_info.";
    private static final String SYMBOL_PREFIX = MOJO_PREFIX + "mojo_interface_method.native_symbol.";
    /// Suffix that Chromium's bindings generator appends to the name of an interface method.
    private static final String HASH_SUFFIX = "_Sym::IPCStableHash";

    private final StringPool strings;
    private final Map<Integer, Hash> hashKeys = new HashMap<>();
    private final Map<Hash, LongMap<Integer>> names = new HashMap<>();
    private final Map<Symbol, String> functions = new HashMap<>();
    private final Map<Integer, Integer> classes = new HashMap<>();
    private final int mappingKey;
    private final int relPcKey;
    private final int methodKey;
    private final int interfaceKey;
    private final int classKey;
    private final boolean[] mayNeedTranslation;
    private String classPackage;

    private record Symbol(long mapping, long relPc) {}

    public ArgTranslations(StringPool strings) {
        this.strings = strings;
        for (Hash h : Hash.values()) {
            hashKeys.put(strings.intern(h.key), h);
            names.put(h, new LongMap<>());
        }
        mappingKey = strings.intern(SYMBOL_PREFIX + "mapping_id");
        relPcKey = strings.intern(SYMBOL_PREFIX + "rel_pc");
        methodKey = strings.intern(MOJO_PREFIX + "mojo_method_name");
        interfaceKey = strings.intern(MOJO_PREFIX + "mojo_interface_tag");
        classKey = strings.intern("android_view_dump.activity.view.class_name");
        int last = Math.max(
                classKey,
                hashKeys.keySet().stream().mapToInt(Integer::intValue).max().orElseThrow());
        mayNeedTranslation = new boolean[Math.max(last, Math.max(mappingKey, relPcKey)) + 1];
        hashKeys.keySet().forEach(k -> mayNeedTranslation[k] = true);
        mayNeedTranslation[mappingKey] = true;
        mayNeedTranslation[relPcKey] = true;
        mayNeedTranslation[classKey] = true;
    }

    /// Adds the name for a hash.
    public void addName(Hash kind, long hash, int nameId) {
        names.get(kind).put(hash, nameId);
    }

    /// Adds the function at a relative address in a mapping, which is given by its row.
    public void addFunction(int mapping, long relPc, String function) {
        functions.put(new Symbol(mapping, relPc), function);
    }

    /// Adds the source name of a class. Only the names of the first package and version passed here are used.
    public void addClass(String packageAndVersion, int obfuscatedId, int plainId) {
        if (classPackage == null) {
            classPackage = packageAndVersion;
        }
        if (classPackage.equals(packageAndVersion)) {
            classes.putIfAbsent(obfuscatedId, plainId);
        }
    }

    /// Returns whether any argument of the set may need translation.
    public boolean appliesTo(ArgSetBuilder args) {
        for (int i = 0; i < args.size(); i++) {
            int flat = args.flatKey(i);
            if (flat < mayNeedTranslation.length
                    && mayNeedTranslation[flat]
                    && args.type(i) == (flat == classKey ? ArgSetBuilder.Type.STRING : ArgSetBuilder.Type.UINT)) {
                return true;
            }
        }
        return false;
    }

    /// Adds the translated arguments of one set to another.
    void translate(ArgSetBuilder from, ArgSetBuilder to) {
        long mapping = -1;
        long relPc = 0;
        boolean hasRelPc = false;
        for (int i = 0; i < from.size(); i++) {
            int key = from.key(i);
            ArgSetBuilder.Type type = from.type(i);
            Hash hash = type == ArgSetBuilder.Type.UINT ? hashKeys.get(key) : null;
            if (type == ArgSetBuilder.Type.UINT && key == mappingKey) {
                mapping = from.value(i);
            } else if (type == ArgSetBuilder.Type.UINT && key == relPcKey) {
                relPc = from.value(i);
                hasRelPc = true;
            } else if (type == ArgSetBuilder.Type.STRING && from.flatKey(i) == classKey) {
                int name = (int) from.value(i);
                to.addString(classKey, key, classes.getOrDefault(name, name));
            } else {
                to.add(from.flatKey(i), key, type, from.value(i));
                Integer name = hash == null ? null : names.get(hash).get(from.value(i));
                if (name != null) {
                    to.addString(strings.intern(hash.nameKey), name);
                }
            }
        }
        if (mapping >= 0 && hasRelPc) {
            addMethod(mapping, relPc, to);
        }
    }

    private void addMethod(long mapping, long relPc, ArgSetBuilder to) {
        String function = functions.get(new Symbol(mapping, relPc));
        if (function == null) {
            to.addUint(mappingKey, mapping);
            to.addUint(relPcKey, relPc);
            return;
        }
        String method = function.endsWith("()") ? function.substring(0, function.length() - 2) : function;
        to.addString(
                methodKey,
                strings.intern(
                        method.endsWith(HASH_SUFFIX)
                                ? method.substring(0, method.length() - HASH_SUFFIX.length())
                                : method));
        // Older versions write the interface as a string.
        to.addIfAbsent(interfaceKey, interfaceKey, ArgSetBuilder.Type.STRING, strings.intern(interfaceOf(function)));
    }

    /// Returns `a.b.Interface` for `a::b::Interface::Method_Sym::IPCStableHash`.
    private static String interfaceOf(String function) {
        List<String> parts =
                Arrays.stream(function.split("::")).filter(p -> !p.isEmpty()).toList();
        return parts.size() <= 2 ? function : String.join(".", parts.subList(0, parts.size() - 2));
    }
}
