package traceglass.app.cli.help;

import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import traceglass.store.language.Translations;

/// Translates the help texts of commands. Annotations need constants, so picocli looks their translations up in a
/// bundle, by the names of commands and options.
public final class HelpTranslation {

    private HelpTranslation() {}

    /// Translates the help of a command and of its subcommands, if there is a translation.
    public static void apply(CommandLine commandLine) {
        if (Translations.isActive()) {
            Map<String, String> texts = new HashMap<>();
            addCommand(commandLine.getCommandSpec(), texts);
            commandLine.setResourceBundle(new Texts(texts));
        }
    }

    private static void addCommand(CommandSpec command, Map<String, String> texts) {
        String prefix = command.qualifiedName(".") + ".";
        UsageMessageSpec usage = command.usageMessage();
        add(prefix + "usage.description", usage.description(), texts);
        add(prefix + "usage.header", usage.header(), texts);
        add(prefix + "usage.footer", usage.footer(), texts);
        add(prefix + "usage.customSynopsis", usage.customSynopsis(), texts);
        for (OptionSpec option : command.options()) {
            // Picocli tries the names without hyphens.
            add(prefix + option.longestName().replaceFirst("^-+", ""), description(command, option), texts);
        }
        for (PositionalParamSpec parameter : command.positionalParameters()) {
            add(
                    prefix + parameter.paramLabel() + "[" + parameter.index() + "]",
                    description(command, parameter),
                    texts);
        }
        command.subcommands().values().forEach(c -> addCommand(c.getCommandSpec(), texts));
    }

    /// Returns the lines of a description as they are in catalogs: picocli replaces variables such as
    /// `${DEFAULT-VALUE}` after the translation.
    private static String[] description(CommandSpec command, ArgSpec argument) {
        boolean replacesVariables = command.interpolateVariables();
        command.interpolateVariables(false);
        String[] lines = argument.description();
        command.interpolateVariables(replacesVariables);
        return lines;
    }

    private static void add(String key, String[] lines, Map<String, String> texts) {
        if (lines.length > 0) {
            texts.put(key, Translations.tr(String.join("%n", lines)));
        }
    }

    /// Texts by the keys of picocli.
    private static final class Texts extends ResourceBundle {

        private final Map<String, String> texts;

        Texts(Map<String, String> texts) {
            this.texts = texts;
        }

        @Override
        protected @Nullable Object handleGetObject(String key) {
            return texts.get(key);
        }

        @Override
        public Enumeration<String> getKeys() {
            return Collections.enumeration(texts.keySet());
        }
    }
}
