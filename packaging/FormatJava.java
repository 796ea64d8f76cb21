import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.ImportOrderer;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// Formats the source on standard input, and all sources of the working tree that are not formatted yet. Writes each
/// formatted source to a file named after the SHA-256 hash of the original. Started by `format-java`.
///
/// @param formatted folder for these files
record FormatJava(Path formatted, Formatter formatter) {

    /// @param args folder for the formatted files
    public static void main(String... args) throws IOException {
        FormatJava format = new FormatJava(
                Path.of(args[0]),
                Formatter.createFormatter(JavaFormatterOptions.builder()
                        .style(JavaFormatterOptions.Style.PALANTIR)
                        .build()));
        try {
            format.keep(new String(System.in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (FormatterException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
        List<Path> sources;
        try (var all = Files.walk(Path.of(""))) {
            sources = all.filter(file -> file.toString().matches(".*\\bsrc\\W.*\\.java")).toList();
        }
        sources.forEach(format::keepFile);
    }

    private void keepFile(Path file) {
        try {
            keep(Files.readString(file));
        } catch (FormatterException e) {
            // Spotless processes this file later and reports the problem then.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void keep(String source) throws FormatterException, IOException {
        Path file = formatted.resolve(sum(source));
        if (Files.exists(file)) {
            return;
        }
        // The same steps as Spotless on JDK 25: long strings are not wrapped.
        String text = formatter.formatSource(RemoveUnusedImports.removeUnusedImports(
                ImportOrderer.reorderImports(source, JavaFormatterOptions.Style.PALANTIR)));
        Path part = Files.createTempFile(formatted, "", ".part");
        Files.writeString(part, text);
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        // Spotless formats its own result a second time to check that it is stable.
        keep(text);
    }

    private static String sum(String source) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(source.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
