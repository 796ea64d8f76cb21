package traceglass.sql.editor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import traceglass.sql.modules.ModuleCatalog;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Contents of an SQL module, for display. Names that begin with an underscore are private to the module and
/// omitted.
///
/// @param module name for INCLUDE PERFETTO MODULE
/// @param description the comment at the start of the module; may be empty
/// @param definitions its definitions, in order
public record ModuleContents(String module, String description, List<Definition> definitions) {

    /// Kind of a definition.
    public enum Kind {
        TABLE,
        VIEW,
        FUNCTION,
        TABLE_FUNCTION,
        MACRO
    }

    /// @param arguments arguments of a function or macro, as written between the parentheses
    /// @param description the comment directly above it; may be empty
    /// @param columns declared columns of a table, or those that a table function returns: each with name and type
    public record Definition(
            Kind kind, String name, String arguments, String description, List<SqlVocabulary.Column> columns) {}

    /// Reads all modules of a library. An unreadable module has no definitions. Slow; must not be called on the
    /// JavaFX thread.
    public static List<ModuleContents> of(ModuleLibrary library) {
        List<ModuleContents> all = new ArrayList<>();
        for (String module : library.names()) {
            try {
                all.add(read(module, library.text(module)));
            } catch (IOException | SqlSyntaxException | IndexOutOfBoundsException e) {
                all.add(new ModuleContents(module, "This module can't be read.", List.of()));
            }
        }
        return all;
    }

    private static ModuleContents read(String module, String text) throws SqlSyntaxException {
        List<Definition> found = new ArrayList<>();
        for (List<Token> statement : SqlTokens.statements(SqlTokens.read(text))) {
            String description =
                    ModuleCatalog.commentBefore(text, statement.getFirst().start());
            Definition d = switch (PerfettoStatement.read(statement)) {
                case PerfettoStatement.Relation r ->
                    new Definition(
                            r.isView() ? Kind.VIEW : Kind.TABLE,
                            r.name().value(),
                            "",
                            description,
                            columns(r.columns()));
                case PerfettoStatement.Function f ->
                    new Definition(
                            f.returns() == null ? Kind.TABLE_FUNCTION : Kind.FUNCTION,
                            f.name().value(),
                            arguments(f.parameters()),
                            description,
                            columns(f.columns()));
                case PerfettoStatement.Macro m ->
                    new Definition(Kind.MACRO, m.name().value(), arguments(m.parameters()), description, List.of());
                case null, default -> null;
            };
            if (d != null && !d.name.startsWith("_")) {
                found.add(d);
            }
        }
        return new ModuleContents(module, ModuleCatalog.leadingComment(text), List.copyOf(found));
    }

    private static List<SqlVocabulary.Column> columns(List<PerfettoStatement.Parameter> declared) {
        return declared == null
                ? List.of()
                : declared.stream()
                        .map(p -> new SqlVocabulary.Column(p.name(), p.type()))
                        .toList();
    }

    private static String arguments(List<PerfettoStatement.Parameter> parameters) {
        return String.join(
                ", ", parameters.stream().map(p -> p.name() + " " + p.type()).toList());
    }
}
