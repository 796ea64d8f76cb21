package traceglass.convert.symbols;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import traceglass.protos.profiling.DeobfuscationMapping;
import traceglass.protos.profiling.ObfuscatedClass;
import traceglass.protos.profiling.ObfuscatedMember;

/// Reads a `mapping.txt` of R8 or ProGuard: classes `source.Name -> a.b:`, followed by their indented fields
/// `type name -> a` and methods `1:3:type name(args):10:12 -> a`. Format: the retrace page of the ProGuard manual.
public final class ProguardMapping {

    private static final Pattern CLASS = Pattern.compile("(\\S+) -> (\\S+):\\s*");
    private static final Pattern MEMBER = Pattern.compile(
            "\\s+(?:(\\d+):(\\d+):)?\\S+ ([^\\s(]+)(\\([^)]*\\))?(?::(\\d+)(?::(\\d+))?)? -> (\\S+)\\s*");

    private final DeobfuscationMapping.Builder mapping = DeobfuscationMapping.newBuilder();
    private ObfuscatedClass.@Nullable Builder current;
    private String currentName = "";
    private final Map<String, String> fields = new LinkedHashMap<>();
    private final Map<String, Set<String>> methods = new LinkedHashMap<>();
    private final Map<String, ObfuscatedMember.Builder> ranges = new LinkedHashMap<>();

    private ProguardMapping() {}

    /// Reads a file.
    ///
    /// @param packageName the Android package of the mapping; empty for all
    /// @throws IOException if the file can't be read or contains no class
    public static DeobfuscationMapping read(Path file, String packageName) throws IOException {
        ProguardMapping reader = new ProguardMapping();
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.isBlank() && !line.stripLeading().startsWith("#")) {
                    reader.parseLine(line);
                }
            }
        }
        reader.endClass();
        if (reader.mapping.getObfuscatedClassesCount() == 0) {
            throw new IOException(file.getFileName() + " is not a mapping of R8 or ProGuard: it lists no class");
        }
        return reader.mapping.setPackageName(packageName).build();
    }

    private void parseLine(String line) {
        Matcher member = MEMBER.matcher(line);
        Matcher type = CLASS.matcher(line);
        if (current != null && member.matches()) {
            readMember(member);
        } else if (type.matches()) {
            endClass();
            currentName = type.group(1);
            current = ObfuscatedClass.newBuilder()
                    .setObfuscatedName(type.group(2))
                    .setDeobfuscatedName(currentName);
        }
    }

    private void readMember(Matcher line) {
        String source = line.group(3);
        String obfuscated = line.group(7);
        if (line.group(4) == null) {
            fields.putIfAbsent(obfuscated, source);
            return;
        }
        methods.computeIfAbsent(obfuscated, o -> new LinkedHashSet<>()).add(source);
        if (line.group(1) != null) {
            ObfuscatedMember.Builder range = ObfuscatedMember.newBuilder()
                    .setObfuscatedName(obfuscated)
                    .setDeobfuscatedName(qualified(source))
                    .setObfuscatedLineStart(parseNumber(line.group(1)))
                    .setObfuscatedLineEnd(parseNumber(line.group(2)));
            if (line.group(5) != null) {
                range.setSourceLineStart(parseNumber(line.group(5)));
                range.setSourceLineEnd(parseNumber(line.group(6) == null ? line.group(5) : line.group(6)));
            }
            ranges.put(line.group(), range);
        }
    }

    private static int parseNumber(String digits) {
        try {
            return Integer.parseUnsignedInt(digits);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /// Returns the name qualified with a class: the current class, unless the method was moved here from
    /// another class.
    private String qualified(String member) {
        return member.contains(".") ? member : currentName + "." + member;
    }

    private void endClass() {
        if (current == null) {
            return;
        }
        ObfuscatedClass.Builder type = current;
        fields.forEach((obfuscated, source) -> type.addObfuscatedMembers(
                ObfuscatedMember.newBuilder().setObfuscatedName(obfuscated).setDeobfuscatedName(source)));
        // Without line ranges, all methods with the same name are candidates.
        Set<String> withRange = new HashSet<>();
        ranges.values().forEach(r -> withRange.add(r.getObfuscatedName()));
        methods.forEach((obfuscated, sources) -> {
            if (!withRange.contains(obfuscated)) {
                sources.forEach(source -> type.addObfuscatedMethods(ObfuscatedMember.newBuilder()
                        .setObfuscatedName(obfuscated)
                        .setDeobfuscatedName(qualified(source))));
            }
        });
        ranges.values().forEach(type::addObfuscatedMethods);
        mapping.addObfuscatedClasses(type);
        current = null;
        fields.clear();
        methods.clear();
        ranges.clear();
    }
}
