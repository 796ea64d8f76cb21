package traceglass.app.start;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import traceglass.app.settings.Folders;
import traceglass.store.language.Translations;

/// Chooses the language of texts: that of the system, if there is a translation.
final class LanguageChoice {

    private LanguageChoice() {}

    /// Must be called before the first class with texts is loaded.
    ///
    /// @param arguments arguments of the command line; agents get English texts
    static void apply(String... arguments) {
        if (arguments.length > 0 && arguments[0].equals("mcp")) {
            return;
        }
        Locale locale = Locale.getDefault(Locale.Category.DISPLAY);
        // The texts in the program are English, and most systems need no other check.
        if (!locale.getLanguage().equals(Locale.ENGLISH.getLanguage())
                && System.getProperty(Translations.PROPERTY) == null) {
            catalog(locale, folders()).ifPresent(file -> System.setProperty(Translations.PROPERTY, file.toString()));
        }
    }

    /// Folders with translations: that of the user comes first.
    private static List<Path> folders() {
        Stream<Path> user = Stream.of(Folders.ofPlatform().data().resolve("translations"));
        String program = System.getProperty("traceglass.home", "");
        return (program.isEmpty() ? user : Stream.concat(user, Stream.of(Path.of(program, "translations")))).toList();
    }

    /// Returns the catalog of a language, in the variant of its country if there is one: `de_AT.po`, `de.po`.
    static Optional<Path> catalog(Locale locale, List<Path> folders) {
        String language = locale.getLanguage();
        String variant = language + "_" + locale.getCountry();
        return Stream.of(variant, language)
                .flatMap(name -> folders.stream().map(folder -> folder.resolve(name + ".po")))
                .filter(Files::isReadable)
                .findFirst();
    }
}
