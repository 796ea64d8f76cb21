package traceglass.convert.symbols;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The small binaries in the test resources, see `README.txt` there.
final class SampleBinaries {

    static final String BUILD_ID = "11223344556677889900aabbccddeeff00112233";
    /// Addresses in the functions `square`, `sum_of_squares` (at its call of `square`) and `main` of the 64-bit
    /// programs.
    static final long SQUARE = 0x279;

    static final long CALL = 0x296;
    static final long MAIN = 0x2B3;

    private SampleBinaries() {}

    static Path path(String name) {
        try {
            return Path.of(SampleBinaries.class.getResource(name).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static byte[] bytes(String name) {
        try {
            return Files.readAllBytes(path(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Symbolizes one address of a file as "function file:line".
    static String find(Path file, long address) throws IOException {
        try (ElfSymbolizer symbolizer = new ElfSymbolizer(file, name -> name)) {
            return text(symbolizer.find(address));
        }
    }

    static String text(List<SourceFrame> frames) {
        return String.join(
                " < ",
                frames.stream()
                        .map(f -> f.function() + (f.file() == null ? "" : " " + f.file() + ":" + f.line()))
                        .toList());
    }

    static UnsymbolizedModule module(String buildId, Long... addresses) {
        return new UnsymbolizedModule("/system/lib64/libsample.so", buildId, 0, 0, List.of(addresses));
    }
}
