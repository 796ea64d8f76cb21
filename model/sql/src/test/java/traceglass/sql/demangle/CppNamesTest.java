package traceglass.sql.demangle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Demangles the C++ names of `names.tsv`, which use each kind of type, expression and special name. The readable names
/// are those of LLVM's demangler, without its former parentheses around simple operands.
class CppNamesTest {

    @TestFactory
    List<DynamicTest> names() throws IOException, URISyntaxException {
        return Files.readAllLines(
                        Path.of(CppNamesTest.class.getResource("names.tsv").toURI()))
                .stream()
                .map(line -> line.split("\t"))
                .map(n -> DynamicTest.dynamicTest(n[0], () -> assertEquals(n[1], Demangler.demangle(n[0]))))
                .toList();
    }
}
