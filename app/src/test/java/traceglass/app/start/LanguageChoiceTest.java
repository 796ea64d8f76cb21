package traceglass.app.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.cli.help.EnglishHelp;
import traceglass.app.testing.ProjectSources;
import traceglass.store.language.Translations;

class LanguageChoiceTest {

    /// Texts that are not translated: names of keys, titles of documents and the name of a folder.
    private static final Pattern UNTRANSLATED =
            Pattern.compile("settings: (.|F\\d+|Home|Delete)|help: .*|record: Traces|\\w+: \\P{L}*");

    @TempDir
    private Path folder;

    @Test
    void theUsersCatalogAndTheCountryVariantTakePrecedence() throws Exception {
        Path user = Files.createDirectory(folder.resolve("user"));
        Path program = Files.createDirectory(folder.resolve("program"));
        List<Path> folders = List.of(user, program);
        Locale austria = Locale.of("de", "AT");
        assertEquals(Optional.empty(), LanguageChoice.catalog(austria, folders));
        Path german = Files.createFile(program.resolve("de.po"));
        assertEquals(Optional.of(german), LanguageChoice.catalog(austria, folders));
        Path germanOfUser = Files.createFile(user.resolve("de.po"));
        assertEquals(Optional.of(germanOfUser), LanguageChoice.catalog(austria, folders));
        Path variant = Files.createFile(program.resolve("de_AT.po"));
        assertEquals(Optional.of(variant), LanguageChoice.catalog(austria, folders));
        assertEquals(Optional.empty(), LanguageChoice.catalog(Locale.FRENCH, folders));
    }

    /// Uses a catalog in which every text is marked: texts without the mark are not in the template for translators.
    @Test
    void textsOfTheWindowAndTheCommandLineAreTranslated() throws Exception {
        Path template = ProjectSources.repository().resolve("packaging/tools/TranslationTemplate.java");
        String catalog = run(List.of(
                template.toString(), template.getParent().resolve("../..").toString(), "--pseudo"));
        Path data = Files.createDirectories(folder.resolve("traceglass/translations"));
        Files.writeString(data.resolve("de.po"), catalog);

        List<String> window = new ArrayList<>(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dglass.platform=Headless",
                "-Dprism.order=sw",
                "-Dtestfx.robot=glass",
                "-Djava.awt.headless=true",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                TranslatedWindow.class.getName(),
                folder.toString()));
        List<String> texts = run(window).lines().toList();
        assertTrue(texts.size() > 300, "texts: " + texts.size());
        List<String> english = texts.stream()
                .filter(text ->
                        !text.contains("⟦") && !UNTRANSLATED.matcher(text).matches())
                .toList();
        assertEquals("", String.join("\n", english));

        List<String> help = List.of(
                "-Duser.language=de",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "query",
                "-h");
        assertTrue(run(help).contains("⟦Qüéry à tràcé"), "help of a command");
        List<String> allHelp = List.of(
                "-D" + Translations.PROPERTY + "=" + data.resolve("de.po"),
                "-cp",
                System.getProperty("java.class.path"),
                EnglishHelp.class.getName());
        assertEquals("", run(allHelp));
    }

    /// Runs Java with the temporary folder as the user's data folder, and returns its output.
    private String run(List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        File out = folder.resolve("out").toFile();
        File err = folder.resolve("err").toFile();
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out).redirectError(err);
        builder.environment().put("XDG_DATA_HOME", folder.toString());
        Process process = builder.start();
        assertTrue(process.waitFor(300, TimeUnit.SECONDS), "the program does not end");
        String text = Files.readString(out.toPath(), StandardCharsets.UTF_8);
        assertEquals(0, process.exitValue(), () -> text + Arrays.toString(read(err.toPath())));
        return text;
    }

    private static String[] read(Path file) {
        try {
            return Files.readString(file).split("\n");
        } catch (java.io.IOException e) {
            return new String[] {e.toString()};
        }
    }
}
