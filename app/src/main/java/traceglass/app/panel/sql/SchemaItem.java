package traceglass.app.panel.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import traceglass.analysis.catalog.Schema;
import traceglass.sql.editor.Descriptions;
import traceglass.sql.editor.ModuleContents;
import traceglass.sql.editor.SqlVocabulary;
import traceglass.store.text.DisplayText;

/// Item of the schema browser with its children. Immutable.
///
/// @param kind type of the item
/// @param name display name
/// @param detail text at the right
/// @param description text shown below the tree; may be empty
/// @param insertedText text to insert at the caret, or empty
/// @param children child items
record SchemaItem(
        Kind kind, String name, String detail, String description, String insertedText, List<SchemaItem> children) {

    /// Types of items.
    enum Kind {
        SECTION(""),
        TABLE("table"),
        VIEW("view"),
        COLUMN(""),
        MODULE("stack"),
        FUNCTION("function"),
        MACRO("function");

        private final String icon;

        Kind(String icon) {
            this.icon = icon;
        }

        /// Name of the icon, or empty.
        String icon() {
            return icon;
        }
    }

    SchemaItem {
        children = List.copyOf(children);
    }

    static SchemaItem section(String title, List<SchemaItem> children) {
        return new SchemaItem(Kind.SECTION, title, DisplayText.grouped(children.size()), "", "", children);
    }

    static SchemaItem relation(Schema.Relation r, boolean isView) {
        List<SchemaItem> columns = new ArrayList<>();
        for (Schema.Column c : r.columns()) {
            columns.add(new SchemaItem(
                    Kind.COLUMN, c.name(), c.type(), Descriptions.column(r.name(), c.name()), c.name(), List.of()));
        }
        return new SchemaItem(
                isView ? Kind.VIEW : Kind.TABLE,
                r.name(),
                r.rows() < 0 ? "" : DisplayText.grouped(r.rows()),
                Descriptions.table(r.name()),
                r.name(),
                columns);
    }

    static SchemaItem module(ModuleContents m) {
        List<SchemaItem> definitions =
                m.definitions().stream().map(SchemaItem::definition).toList();
        return new SchemaItem(
                Kind.MODULE,
                m.module(),
                definitions.isEmpty() ? "" : DisplayText.grouped(definitions.size()),
                m.description(),
                "",
                definitions);
    }

    private static SchemaItem definition(ModuleContents.Definition d) {
        List<SchemaItem> columns = d.columns().stream()
                .map(c -> new SchemaItem(
                        Kind.COLUMN, c.name(), c.type(), Descriptions.column(d.name(), c.name()), c.name(), List.of()))
                .toList();
        return switch (d.kind()) {
            case TABLE -> new SchemaItem(Kind.TABLE, d.name(), "", d.description(), d.name(), columns);
            case VIEW -> new SchemaItem(Kind.VIEW, d.name(), "", d.description(), d.name(), columns);
            case FUNCTION, TABLE_FUNCTION ->
                new SchemaItem(
                        Kind.FUNCTION,
                        d.name() + "(" + d.arguments() + ")",
                        d.kind() == ModuleContents.Kind.FUNCTION ? "" : SqlTexts.TABLE_FUNCTION,
                        d.description(),
                        d.name() + "(",
                        columns);
            case MACRO ->
                new SchemaItem(
                        Kind.MACRO,
                        d.name() + "!(" + d.arguments() + ")",
                        SqlTexts.MACRO,
                        d.description(),
                        d.name() + "!(",
                        columns);
        };
    }

    static SchemaItem function(SqlVocabulary.Function f) {
        return new SchemaItem(
                Kind.FUNCTION,
                f.name() + "(" + f.arguments() + ")",
                f.isTableFunction() ? SqlTexts.TABLE_FUNCTION : "",
                f.description(),
                f.name() + "(",
                List.of());
    }

    /// Filters the item and its children by a search text. A matching item keeps all of its children.
    ///
    /// @param search search text in lower case; empty keeps everything
    /// @return the filtered item, or null if nothing matches
    SchemaItem filtered(String search) {
        if (search.isEmpty() || kind != Kind.SECTION && matches(search)) {
            return this;
        }
        List<SchemaItem> matchingChildren = children.stream()
                .map(c -> c.filtered(search))
                .filter(Objects::nonNull)
                .toList();
        if (matchingChildren.isEmpty()) {
            return null;
        }
        return new SchemaItem(
                kind,
                name,
                kind == Kind.SECTION ? DisplayText.grouped(matchingChildren.size()) : detail,
                description,
                insertedText,
                matchingChildren);
    }

    boolean matches(String search) {
        int arguments = name.indexOf('(');
        return (arguments < 0 ? name : name.substring(0, arguments))
                .toLowerCase(Locale.ROOT)
                .contains(search);
    }
}
