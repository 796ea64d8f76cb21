package traceglass.app.cli.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SqlPackageTest {

    @Test
    void readsPathsWithTheNameBeforeOrAfterThem() {
        assertEquals(new SqlPackage("mine", Path.of("/a/b")), SqlPackage.parse("mine=/a/b"));
        assertEquals(new SqlPackage("mine.deep", Path.of("/a/b")), SqlPackage.parse("/a/b@mine.deep"));
        assertEquals(new SqlPackage("b", Path.of("/a/b")), SqlPackage.parse("/a/b"));
        assertEquals(new SqlPackage("b", Path.of("/a/b/")), SqlPackage.parse("/a/b/"));
        assertEquals(new SqlPackage("b", Path.of("/a=c/b")), SqlPackage.parse("/a=c/b"));
        assertEquals(new SqlPackage("b", Path.of("/a@c/b")), SqlPackage.parse("/a@c/b"));
    }
}
