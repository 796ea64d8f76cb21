package traceglass.convert.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.profiling.DeobfuscationMapping;
import traceglass.protos.profiling.ObfuscatedMember;

class ProguardMappingTest {

    @TempDir
    Path dir;

    private DeobfuscationMapping read(String text) throws IOException {
        return ProguardMapping.read(Files.writeString(dir.resolve("mapping.txt"), text), "com.example");
    }

    private static List<String> methods(DeobfuscationMapping mapping, int type) {
        List<String> lines = new ArrayList<>();
        for (ObfuscatedMember m : mapping.getObfuscatedClasses(type).getObfuscatedMethodsList()) {
            lines.add(m.getObfuscatedName() + " " + m.getObfuscatedLineStart() + "-" + m.getObfuscatedLineEnd() + " = "
                    + m.getDeobfuscatedName() + " " + m.getSourceLineStart());
        }
        return lines;
    }

    @Test
    void readsClassesFieldsAndMethods() throws IOException {
        DeobfuscationMapping mapping = read("""
                # compiler: R8
                # {"id":"com.android.tools.r8.mapping","version":"2.2"}
                com.example.MainActivity -> a.a:
                # {"id":"sourceFile","fileName":"MainActivity.java"}
                    int count -> b
                    java.util.Map com.example.Base.cache -> c
                    1:3:void onCreate(android.os.Bundle):12:14 -> a
                    void helper() -> d
                com.example.Empty -> a.b:
                """);
        assertEquals("com.example", mapping.getPackageName());
        assertEquals(2, mapping.getObfuscatedClassesCount());
        assertEquals("a.a", mapping.getObfuscatedClasses(0).getObfuscatedName());
        assertEquals("com.example.MainActivity", mapping.getObfuscatedClasses(0).getDeobfuscatedName());
        assertEquals(
                List.of("b=count", "c=com.example.Base.cache"),
                mapping.getObfuscatedClasses(0).getObfuscatedMembersList().stream()
                        .map(m -> m.getObfuscatedName() + "=" + m.getDeobfuscatedName())
                        .toList());
        assertEquals(
                List.of("d 0-0 = com.example.MainActivity.helper 0", "a 1-3 = com.example.MainActivity.onCreate 12"),
                methods(mapping, 0));
    }

    @Test
    void keepsInlinedFramesInnermostFirst() throws IOException {
        DeobfuscationMapping mapping = read("""
                com.example.A -> a.a:
                    4:4:int com.example.Util.inlined(int):30:30 -> a
                    4:4:void run():10 -> a
                    5:6:void run():11:12 -> a
                """);
        assertEquals(
                List.of(
                        "a 4-4 = com.example.Util.inlined 30",
                        "a 4-4 = com.example.A.run 10",
                        "a 5-6 = com.example.A.run 11"),
                methods(mapping, 0));
    }

    @Test
    void keepsTheClassOfMovedMethods() throws IOException {
        DeobfuscationMapping mapping = read("""
                com.example.A -> a.a:
                    void com.example.Other.moved() -> b
                """);
        assertEquals(List.of("b 0-0 = com.example.Other.moved 0"), methods(mapping, 0));
    }

    @Test
    void methodsThatShareANameAreAllCandidates() throws IOException {
        DeobfuscationMapping mapping = read("""
                com.example.A -> a.a:
                    void first() -> a
                    int second(int) -> a
                """);
        assertEquals(List.of("a 0-0 = com.example.A.first 0", "a 0-0 = com.example.A.second 0"), methods(mapping, 0));
    }

    @Test
    void readsDamagedLinesAsFarAsPossible() throws IOException {
        DeobfuscationMapping mapping = read("""
                    int orphan -> a
                com.example.A -> a.a:
                    nonsense
                    99999999999:3:void big():1:2 -> a
                com.example.B ->
                com.example.C -> c:
                """);
        assertEquals(2, mapping.getObfuscatedClassesCount());
        assertEquals(List.of("a 0-3 = com.example.A.big 1"), methods(mapping, 0));
    }

    @Test
    void anotherFileIsNotAMapping() throws IOException {
        assertEquals(
                "mapping.txt is not a mapping of R8 or ProGuard: it lists no class",
                assertThrows(IOException.class, () -> read("hello\nworld\n")).getMessage());
    }
}
