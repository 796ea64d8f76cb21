package traceglass.model.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds out from DuckDB's refusal of a statement what in it was meant as SQLite reads it.
///
/// What DuckDB accepts is never touched by this. One thing is repaired at a time, then DuckDB is asked again.
final class Repairer {
    private static final int LIMIT = 300;
    private static final Set<String> COMPARISONS = Set.of("=", "==", "!=", "<>", "<", ">", "<=", ">=");
    private static final Pattern COLUMN = Pattern.compile("^column \"?(\\w+)\"? must appear");
    private static final Pattern CANDIDATE = Pattern.compile("\\(use: \"([^\"]+)\"");

    private final List<Token> tokens;
    private final int[] partner;
    private final Repairs repairs;

    Repairer(List<Token> tokens, int[] partner, Repairs repairs) {
        this.tokens = tokens;
        this.partner = partner;
        this.repairs = repairs;
    }

    /// Whether something was found to be done differently.
    boolean repair(DuckDbError error, Translation translation) {
        if (repairs.count++ > LIMIT) {
            return false;
        }
        int at = error.position() < 0 ? -1 : translation.tokenAt(error.position());
        if (error.type().equals("Binder") && error.message().startsWith("Cannot mix values of type") && mixedValues()) {
            return true;
        }
        if ((error.message().startsWith("Overflow in ") || error.message().contains("-shift value")) && !repairs.wideNumbers) {
            repairs.wideNumbers = true;
            return true;
        }
        if (error.message().startsWith("Circular reference to CTE") && !repairs.recursive) {
            repairs.recursive = true;
            return true;
        }
        if (at < 0 && error.message().contains("'trunc(VARCHAR)'")) {
            // The place is inside a macro: every cast may be the one.
            int cast = lastCast(tokens.size() - 1);
            return cast >= 0 && repairs.castOperands.put(cast, "VARCHAR") == null;
        }
        if (error.message().contains("must appear in the GROUP BY clause") && (at < 0 || !isInSelect(at)) && (bareStar() || bareSomewhere(error))) {
            return true;
        }
        if (at < 0 && error.message().startsWith("Ambiguous reference to column name") && usingAsOn(error)) {
            return true;
        }
        if (error.message().startsWith("WHERE clause cannot contain aggregates") && aliasInWhere()) {
            return true;
        }
        boolean repaired = at >= 0 && switch (error.type()) {
            case "Binder" -> binder(error, at);
            case "Parser" -> parser(error, at);
            case "Conversion" -> conversion(error, at);
            default -> false;
        };
        if (!repaired && !repairs.withoutImplicitOrder && (error.type().equals("Binder") || error.type().equals("Catalog"))) {
            repairs.withoutImplicitOrder = true;
            return true;
        }
        return repaired;
    }

    private boolean binder(DuckDbError error, int at) {
        String message = error.message();
        if (message.startsWith("Referenced column") || message.startsWith("Referenced table") || message.startsWith("Alias ")) {
            Token t = tokens.get(at);
            if (message.startsWith("Referenced table") && t.isName() && conditionLater(at)) {
                return true;
            }
            return t.kind() == Token.Kind.QUOTED && !isDotted(at) ? repairs.strings.add(at) : t.isName() && !isDotted(at) && alias(at);
        }
        if (message.contains("does not have a column named") && otherSource(at)) {
            return true;
        }
        if (message.contains("must appear in the GROUP BY clause")) {
            return bareColumn(at) || bareStar();
        }
        if (message.startsWith("Ambiguous reference to column name")) {
            // A column that USING made one is the first table's.
            Matcher first = CANDIDATE.matcher(message);
            return tokens.get(at).isName() && !isDotted(at) && first.find() && repairs.replacements.put(at, first.group(1)) == null;
        }
        if (message.contains("multiple overloads") || message.contains("does not support the supplied arguments")) {
            String plain = plainName(at);
            return plain != null && !plain.equals(repairs.replacements.put(at, plain));
        }
        if (message.contains("'trunc(") || message.contains("\"trunc(")) {
            int cast = lastCast(at);
            return cast >= 0 && repairs.castOperands.put(cast, message.contains("trunc(BOOLEAN") ? "BOOLEAN" : "VARCHAR") == null;
        }
        if (message.startsWith("Could not choose a best candidate function for the function call")) {
            return operands(message.replace('"', '\''), at);
        }
        if (message.startsWith("No function matches the given name and argument types '")) {
            return operands(message, at);
        }
        if (message.startsWith("Cannot compare values of type ")) {
            return comparison(message, at);
        }
        return false;
    }

    /// What the select list calls so stands for its expression, also where DuckDB does not look there.
    private boolean alias(int at) {
        QueryShape.Core core = coreOf(at);
        return core != null && alias(core, at);
    }

    /// An alias in WHERE of a query whose columns are wrapped for its groups.
    private boolean aliasInWhere() {
        for (QueryShape shape : QueryShape.all(tokens, partner, SqlTranslator.queryStart(tokens, partner))) {
            for (QueryShape.Core core : shape.cores) {
                for (int i = core.where == null ? 0 : core.where.start(); core.where != null && i < core.where.end(); i++) {
                    if (tokens.get(i).isName() && !isDotted(i) && alias(core, i)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /// A column outside GROUP BY whose place DuckDB does not tell: the first of this name in a list or HAVING that is not wrapped yet.
    private boolean bareSomewhere(DuckDbError error) {
        Matcher name = COLUMN.matcher(error.message());
        if (!name.find()) {
            return false;
        }
        for (QueryShape shape : QueryShape.all(tokens, partner, SqlTranslator.queryStart(tokens, partner))) {
            for (QueryShape.Core core : shape.cores) {
                boolean grouped = core.groups.stream().anyMatch(g -> tokens.get(g.end() - 1).isName()
                        && tokens.get(g.end() - 1).value().equalsIgnoreCase(name.group(1)));
                if (core.hasGroup && !grouped && bareIn(core, name.group(1))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean bareIn(QueryShape.Core core, String name) {
        boolean clause = true;
        for (int i = core.range.start(); i < core.range.end(); i++) {
            Token t = tokens.get(i);
            clause = t.isAny("SELECT", "HAVING") || clause && !t.isAny("FROM", "WHERE", "GROUP", "WINDOW");
            boolean aggregate = t.kind() == Token.Kind.WORD && i + 1 < tokens.size() && tokens.get(i + 1).isOperator("(") && Functions.isAggregate(t.text());
            if (opensQuery(i) || aggregate) {
                i = aggregate ? partner[i + 1] : partner[i];
                continue;
            }
            boolean last = i + 1 >= tokens.size() || !tokens.get(i + 1).isOperator(".") && !tokens.get(i + 1).isOperator("(");
            if (!clause || !t.isName() || !last || !t.value().equalsIgnoreCase(name) || i > 0 && tokens.get(i - 1).is("AS")) {
                continue;
            }
            int start = i;
            while (start > 1 && tokens.get(start - 1).isOperator(".") && tokens.get(start - 2).isName()) {
                start -= 2;
            }
            if (!repairs.wrapsAt(start)) {
                String[] value = valueOfGroup(core);
                repairs.wraps.add(new Repairs.Wrap(start, i + 1, value[0], value[1]));
                return true;
            }
        }
        return false;
    }

    /// `a JOIN b ON a.x = c.x JOIN c ON …`: a condition may name a table that is joined later; it is put where that is.
    private boolean conditionLater(int at) {
        QueryShape.Core core = coreOf(at);
        for (QueryShape.Join join : core == null ? List.<QueryShape.Join>of() : core.joins) {
            int start = join.conditionAt() + 1;
            int end = start;
            while (start > 0 && end < core.from.end() && !tokens.get(end).isAny("JOIN", "LEFT", "INNER", "CROSS", "RIGHT", "FULL", "NATURAL")
                    && !tokens.get(end).isOperator(",")) {
                end = partner[end] > end ? partner[end] + 1 : end + 1;
            }
            boolean inner = start > 0 && tokens.get(join.conditionAt()).is("ON") && !tokens.get(join.at() - 1).isAny("LEFT", "OUTER", "RIGHT", "FULL");
            if (!inner || at < start || at >= end) {
                continue;
            }
            String table = tokens.get(at).value();
            for (QueryShape.Join later : core.joins) {
                boolean names = later.at() > at && later.conditionAt() >= 0 && tokens.get(later.conditionAt()).is("ON") && core.sources.stream().anyMatch(s ->
                        s.range().start() > later.at() && s.range().start() < later.conditionAt()
                                && table.equalsIgnoreCase(s.aliasAt() >= 0 ? core.aliasOf(s) : s.name()));
                if (names) {
                    Token place = tokens.get(at);
                    List<Token> out = new ArrayList<>(tokens.subList(0, start));
                    out.add(new Token(Token.Kind.WORD, "TRUE", place.source(), place.start(), place.origin(), true));
                    out.addAll(tokens.subList(end, later.conditionAt() + 1));
                    out.add(new Token(Token.Kind.OPERATOR, "(", place.source(), place.start(), place.origin(), true));
                    out.addAll(tokens.subList(start, end));
                    out.add(new Token(Token.Kind.OPERATOR, ")", place.source(), place.start(), place.origin(), true));
                    out.add(new Token(Token.Kind.WORD, "AND", place.source(), place.start(), place.origin(), true));
                    out.addAll(tokens.subList(later.conditionAt() + 1, tokens.size()));
                    repairs.rewritten = out;
                    return true;
                }
            }
        }
        return false;
    }

    /// `a JOIN b JOIN c USING (k)` where both a and b have k: SQLite takes the first one's.
    private boolean usingAsOn(DuckDbError error) {
        Matcher candidate = CANDIDATE.matcher(error.message());
        if (!candidate.find() || candidate.group(1).indexOf('.') < 0) {
            return false;
        }
        String source = candidate.group(1).substring(0, candidate.group(1).indexOf('.'));
        String column = candidate.group(1).substring(source.length() + 1);
        for (QueryShape shape : QueryShape.all(tokens, partner, SqlTranslator.queryStart(tokens, partner))) {
            for (QueryShape.Core core : shape.cores) {
                boolean here = core.sources.stream().anyMatch(s -> source.equalsIgnoreCase(s.aliasAt() >= 0 ? core.aliasOf(s) : s.name()));
                for (QueryShape.Join join : here ? core.joins : List.<QueryShape.Join>of()) {
                    int at = join.conditionAt();
                    boolean using = at >= 0 && tokens.get(at).is("USING") && tokens.subList(at + 2, partner[at + 1]).stream()
                            .anyMatch(t -> t.isName() && t.value().equalsIgnoreCase(column));
                    QueryShape.Source joined = using ? core.sources.stream().filter(s -> s.range().start() > join.at() && s.range().start() < at).findFirst()
                            .orElse(null) : null;
                    String name = joined == null ? null : joined.aliasAt() >= 0 ? core.aliasOf(joined) : joined.name();
                    // The first of several such joins is no more ambiguous than the second table is.
                    if (name != null && !name.equalsIgnoreCase(source) && core.joins.indexOf(join) > 0 && !repairs.replacements.containsKey(at)) {
                        repairs.replacements.put(at, "ON");
                        for (int i = at + 2; i < partner[at + 1]; i++) {
                            String key = tokens.get(i).isName() ? Token.quoteName(tokens.get(i).value()) : null;
                            repairs.replacements.put(i, key == null ? "AND" : Token.quoteName(source) + "." + key + " = " + Token.quoteName(name) + "." + key);
                        }
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /// A column of a USING that was written out is taken from the next table before the join.
    private boolean otherSource(int at) {
        String written = repairs.replacements.get(at);
        QueryShape.Core core = coreOf(at);
        int dot = written == null ? -1 : written.indexOf("\".");
        if (core == null || dot < 0 || !written.contains(" = ")) {
            return false;
        }
        String source = written.substring(1, dot);
        boolean found = false;
        for (QueryShape.Source s : core.sources) {
            String name = s.aliasAt() >= 0 ? core.aliasOf(s) : s.name();
            if (found && name != null && s.range().end() < at && !written.contains(" = " + Token.quoteName(name) + ".")) {
                repairs.replacements.put(at, Token.quoteName(name) + written.substring(dot + 1));
                return true;
            }
            found |= source.equalsIgnoreCase(name);
        }
        return false;
    }

    /// Whether a token stands in the list, or the conditions, of a SELECT and not among its sources.
    private boolean isInSelect(int at) {
        QueryShape.Core core = coreOf(at);
        return core == null || core.sources.stream().noneMatch(s -> s.range().start() == at);
    }

    private boolean alias(QueryShape.Core core, int at) {
        for (QueryShape.Range item : core.items) {
            int end = SelectRewriter.implicitAlias(tokens, item);
            int name = end >= 0 ? end : item.end() - 1;
            if (end < 0) {
                end = item.end() > item.start() + 2 && tokens.get(item.end() - 2).is("AS") ? item.end() - 2 : -1;
            }
            boolean outside = at < item.start() || at >= item.end();
            if (end >= 0 && outside && tokens.get(name).isName() && tokens.get(name).value().equalsIgnoreCase(tokens.get(at).value())) {
                List<Token> out = new ArrayList<>(tokens.subList(0, at));
                Token t = tokens.get(at);
                out.add(new Token(Token.Kind.OPERATOR, "(", t.source(), t.start(), t.origin(), true));
                out.addAll(tokens.subList(item.start(), end));
                out.add(new Token(Token.Kind.OPERATOR, ")", t.source(), t.start(), t.origin(), false));
                out.addAll(tokens.subList(at + 1, tokens.size()));
                repairs.rewritten = out;
                return true;
            }
        }
        return false;
    }

    /// All columns of a source outside GROUP BY.
    private boolean bareStar() {
        for (QueryShape shape : QueryShape.all(tokens, partner, SqlTranslator.queryStart(tokens, partner))) {
            for (QueryShape.Core core : shape.cores) {
                for (QueryShape.Range item : core.items) {
                    boolean star = tokens.get(item.end() - 1).isOperator("*") && (item.end() - item.start() == 1 || tokens.get(item.end() - 2).isOperator("."));
                    if (star && (core.hasGroup || core.items.size() > 1) && !repairs.wrapsAt(item.start())) {
                        String[] value = valueOfGroup(core);
                        if (core.hasGroup || value[0].startsWith("arg_")) {
                            repairs.wraps.add(new Repairs.Wrap(item.start(), item.end(), value[0] + "COLUMNS(", ")" + value[1]));
                            return true;
                        }
                    }
                }
            }
        }
        return false;
    }

    /// COALESCE of values of several types gives each value with its own type.
    private boolean mixedValues() {
        boolean changed = false;
        for (int i = 0; i + 1 < tokens.size(); i++) {
            if (tokens.get(i).isAny("COALESCE", "IFNULL") && tokens.get(i + 1).isOperator("(")) {
                for (QueryShape.Range argument : Functions.arguments(tokens, partner, i + 1)) {
                    if (!repairs.wrapsAt(argument.start())) {
                        repairs.wraps.add(new Repairs.Wrap(argument.start(), argument.end(), "CAST(", " AS VARIANT)"));
                        changed = true;
                    }
                }
            }
        }
        return changed;
    }

    /// Truth values count as 0 and 1 in arithmetic, text as the number it begins with; numbers count as text where a function wants text.
    private boolean operands(String message, int at) {
        int open = message.indexOf('(', message.indexOf('\''));
        int close = message.indexOf(")'", open);
        if (open < 0 || close < 0) {
            return false;
        }
        String[] types = message.substring(open + 1, close).split(", ");
        Token t = tokens.get(at);
        if (t.kind() == Token.Kind.OPERATOR && types.length == 2 && at + 1 < tokens.size()) {
            boolean changed = number(operandStart(at - 1), at, types[0]);
            return number(at + 1, operandEnd(at + 1), types[1]) || changed;
        }
        if (t.kind() == Token.Kind.OPERATOR && types.length == 1 && at + 1 < tokens.size()) {
            return number(at + 1, operandEnd(at + 1), types[0]);
        }
        if (t.isAny("GLOB", "LIKE", "REGEXP", "ILIKE") && types.length == 2 && at + 1 < tokens.size()) {
            boolean not = tokens.get(at - 1).is("NOT");
            boolean changed = text(operandStart(at - (not ? 2 : 1)), not ? at - 1 : at, types[0]);
            return text(at + 1, operandEnd(at + 1), types[1]) || changed;
        }
        boolean call = t.isName() && at + 1 < tokens.size() && tokens.get(at + 1).isOperator("(");
        if (!call) {
            return false;
        }
        if (types[0].equals("BLOB") && t.isAny("substr", "substring", "length")) {
            String bytes = t.is("length") ? "octet_length" : "tg_blob_substr";
            repairs.builtins.add(bytes);
            return repairs.replacements.put(at, bytes) == null;
        }
        List<QueryShape.Range> arguments = Functions.arguments(tokens, partner, at + 1);
        boolean numeric = t.isAny("sum", "avg", "abs", "round", "min", "max", "total");
        boolean changed = false;
        for (int i = 0; i < Math.min(arguments.size(), types.length); i++) {
            QueryShape.Range argument = arguments.get(i);
            if (numeric) {
                changed |= number(argument.start(), argument.end(), types[i]);
            } else if (i == 0 && !types[i].equals("VARCHAR") && !types[i].startsWith("STRING") && !repairs.wrapsAt(argument.start())) {
                repairs.wraps.add(new Repairs.Wrap(argument.start(), argument.end(), "CAST(", " AS VARCHAR)"));
                changed = true;
            }
        }
        return changed;
    }

    private boolean text(int start, int end, String type) {
        if (type.equals("VARCHAR") || type.startsWith("STRING") || repairs.wrapsAt(start)) {
            return false;
        }
        repairs.wraps.add(new Repairs.Wrap(start, end, "CAST(", " AS VARCHAR)"));
        return true;
    }

    private boolean number(int start, int end, String type) {
        boolean truth = type.equals("BOOLEAN");
        if (!truth && !type.equals("VARCHAR") && !type.startsWith("STRING") || repairs.wrapsAt(start)) {
            return false;
        }
        repairs.wraps.add(new Repairs.Wrap(start, end, truth ? "CAST(" : "coalesce(TRY_CAST(", truth ? " AS BIGINT)" : " AS DOUBLE), 0)"));
        return true;
    }

    /// Index where the operand that ends with a token starts.
    private int operandStart(int last) {
        int start = Math.max(last, 0);
        if (tokens.get(last).closes()) {
            start = partner[last];
            if (start > 0 && tokens.get(start - 1).kind() == Token.Kind.WORD && !Words.isInfix(tokens.get(start - 1).text())) {
                start--;
            }
        }
        while (start > 1 && tokens.get(start - 1).isOperator(".") && tokens.get(start - 2).isName()) {
            start -= 2;
        }
        return start;
    }

    private String plainName(int at) {
        return switch (tokens.get(at).text().toLowerCase()) {
            case "ceiling" -> "ceil";
            case "ln", "exp", "sqrt", "ceil", "floor" -> tokens.get(at).text();
            default -> null;
        };
    }

    /// A column outside GROUP BY has the value of the row that holds the one min() or max(), else that of the group's first row.
    private boolean bareColumn(int at) {
        if (!tokens.get(at).isName() || !isInSelect(at)) {
            return false;
        }
        int end = at + 1;
        while (end + 1 < tokens.size() && tokens.get(end).isOperator(".") && tokens.get(end + 1).isName()) {
            end += 2;
        }
        if (repairs.wrapsAt(at)) {
            return false;
        }
        String[] value = valueOfGroup(coreOf(at));
        repairs.wraps.add(new Repairs.Wrap(at, end, value[0], value[1]));
        return true;
    }

    private boolean opensQuery(int i) {
        return tokens.get(i).isOperator("(") && QueryShape.startsQuery(tokens, i + 1);
    }

    /// The texts to put a column between so that it has one value for a group.
    private String[] valueOfGroup(QueryShape.Core core) {
        int extreme = -1;
        int extremes = 0;
        if (core != null) {
            for (QueryShape.Range item : List.of(core.range)) {
                for (int i = item.start(); i + 1 < item.end(); i = opensQuery(i) ? partner[i] : i + 1) {
                    boolean call = tokens.get(i).isAny("min", "max") && tokens.get(i + 1).isOperator("(")
                            && Functions.arguments(tokens, partner, i + 1).size() == 1;
                    boolean same = call && extreme >= 0
                            && SqlTokens.text(tokens.subList(extreme, partner[extreme + 1])).equalsIgnoreCase(SqlTokens.text(tokens.subList(i, partner[i + 1])));
                    if (call && !same) {
                        extreme = i;
                        extremes++;
                    }
                }
            }
        }
        if (extremes != 1) {
            return new String[] {"first(", ")"};
        }
        List<Token> argument = new ArrayList<>();
        for (int i = extreme + 2; i < partner[extreme + 1]; i++) {
            Token t = tokens.get(i);
            boolean name = t.kind() == Token.Kind.WORD && tokens.get(i + 1).isOperator(".") && Words.needsQuotes(t.text());
            String renamed = t.kind() == Token.Kind.WORD && tokens.get(i + 1).isOperator("(") ? Functions.renamed(t.text()) : null;
            if (renamed != null) {
                repairs.builtins.add(renamed);
                argument.add(new Token(Token.Kind.WORD, renamed, t.source(), t.start(), t.origin(), true));
                continue;
            }
            argument.add(name ? new Token(Token.Kind.QUOTED, Token.quoteName(t.text()), t.source(), t.start(), t.origin(), true) : t);
        }
        // Where the argument is NULL in all rows, SQLite still takes the other columns from one of them.
        String by = SqlTokens.text(argument);
        boolean max = tokens.get(extreme).is("max");
        return new String[] {max ? "arg_max_null(" : "arg_min_null(", ", row((" + by + ") IS " + (max ? "NOT " : "") + "NULL, " + by + "))"};
    }

    /// The innermost SELECT a token belongs to.
    private QueryShape.Core coreOf(int at) {
        QueryShape.Core found = null;
        for (QueryShape shape : QueryShape.all(tokens, partner, SqlTranslator.queryStart(tokens, partner))) {
            for (QueryShape.Core core : shape.cores) {
                if (core.range.start() <= at && at < core.range.end() && (found == null || core.range.start() >= found.range.start())) {
                    found = core;
                }
            }
        }
        return found;
    }

    private boolean parser(DuckDbError error, int at) {
        Token t = tokens.get(at);
        if (COMPARISONS.contains(t.text()) && at > 0) {
            // `a = b != c` compares from left to right.
            int before = operandStart(at - 1) - 1;
            int start = before > 0 && COMPARISONS.contains(tokens.get(before).text()) ? operandStart(before - 1) : -1;
            if (start < 0 || repairs.wrapsAt(start)) {
                return false;
            }
            repairs.wraps.add(new Repairs.Wrap(start, at, "(", ")"));
            return true;
        }
        return t.kind() == Token.Kind.WORD && Words.needsQuotes(t.text()) && repairs.names.add(at);
    }

    /// A text that is no number, compared with one: the text counts as different from every number.
    private boolean conversion(DuckDbError error, int at) {
        if (error.message().contains("destination type STRUCT")) {
            return sourcesAsTexts();
        }
        if (!error.message().startsWith("Could not convert string") || repairs.wrapsAt(at)) {
            return false;
        }
        Token t = tokens.get(at);
        int open = bracketAround(at);
        if (open > 0 && tokens.get(open - 1).isAny("COALESCE", "IFNULL")) {
            return mixedValues();
        }
        if (t.kind() == Token.Kind.STRING && listOfTexts(at)) {
            return true;
        }
        if (t.kind() == Token.Kind.STRING || t.kind() == Token.Kind.QUOTED && repairs.strings.contains(at)) {
            return repairs.replacements.put(at, "CAST('nan' AS DOUBLE)") == null;
        }
        if (t.kind() == Token.Kind.QUOTED && !isDotted(at)) {
            // It was made a string because it is no column.
            return repairs.replacements.put(at, "CAST('nan' AS DOUBLE)") == null;
        }
        if (t.isName() && error.message().contains("from source column")) {
            int end = at + 1;
            while (end + 1 < tokens.size() && tokens.get(end).isOperator(".") && tokens.get(end + 1).isName()) {
                end += 2;
            }
            if (numbersAsTexts(end)) {
                return true;
            }
            repairs.wraps.add(new Repairs.Wrap(at, end, "TRY_CAST(", " AS DOUBLE)"));
            return true;
        }
        return false;
    }

    /// A column of text is compared with the text of a number.
    private boolean numbersAsTexts(int behind) {
        int i = behind < tokens.size() && tokens.get(behind).is("NOT") ? behind + 1 : behind;
        if (i + 1 >= tokens.size()) {
            return false;
        }
        int from = i + 1;
        int to = i + 2;
        if (tokens.get(i).is("IN") && tokens.get(i + 1).isOperator("(")) {
            to = partner[i + 1];
        } else if (tokens.get(i).kind() != Token.Kind.OPERATOR) {
            return false;
        }
        boolean changed = false;
        for (int k = from; k < to; k++) {
            if (tokens.get(k).kind() == Token.Kind.NUMBER) {
                changed |= repairs.replacements.put(k, Token.quoteString(tokens.get(k).text())) == null;
            }
        }
        return changed;
    }

    /// DuckDB takes the name of a source for a whole row; in quotes a text is meant.
    private boolean sourcesAsTexts() {
        boolean changed = false;
        for (int i = 0; i < tokens.size(); i++) {
            boolean value = tokens.get(i).kind() == Token.Kind.QUOTED && !isDotted(i) && i > 0 && !tokens.get(i - 1).isAny("AS", "FROM", "JOIN");
            changed |= value && repairs.strings.add(i);
        }
        return changed;
    }

    /// Index of the bracket a token stands in, -1 if it is in none.
    private int bracketAround(int at) {
        for (int i = at - 1; i >= 0; i--) {
            if (partner[i] > at) {
                return i;
            }
        }
        return -1;
    }

    /// In a list that mixes text and numbers the numbers are first tried as text; false if that was tried or there are none.
    private boolean listOfTexts(int at) {
        int open = bracketAround(at);
        if (open < 1 || !tokens.get(open - 1).is("IN")) {
            return false;
        }
        boolean changed = false;
        boolean undone = false;
        for (int i = open + 1; i < partner[open]; i++) {
            if (tokens.get(i).kind() == Token.Kind.NUMBER) {
                if (repairs.textLists.contains(open)) {
                    undone |= repairs.replacements.remove(i) != null;
                } else {
                    repairs.replacements.put(i, Token.quoteString(tokens.get(i).text()));
                    changed = true;
                }
            }
        }
        if (undone) {
            return false;
        }
        return changed && repairs.textLists.add(open);
    }

    private boolean comparison(String message, int at) {
        if (at + 1 >= tokens.size() || repairs.wrapsAt(at + 1)) {
            return false;
        }
        Token operator = tokens.get(at);
        int and = message.indexOf(" and ");
        boolean leftIsText = and > 0 && message.substring(0, and).contains("VARCHAR");
        if (operator.kind() == Token.Kind.OPERATOR) {
            int end = operandEnd(at + 1);
            repairs.wraps.add(new Repairs.Wrap(at + 1, end, leftIsText ? "CAST(" : "TRY_CAST(", leftIsText ? " AS VARCHAR)" : " AS DOUBLE)"));
            return true;
        }
        if (operator.isName()) {
            int end = at + 1;
            while (end + 1 < tokens.size() && tokens.get(end).isOperator(".") && tokens.get(end + 1).isName()) {
                end += 2;
            }
            if (!repairs.wrapsAt(at)) {
                repairs.wraps.add(new Repairs.Wrap(at, end, leftIsText ? "TRY_CAST(" : "CAST(", leftIsText ? " AS DOUBLE)" : " AS VARCHAR)"));
                return true;
            }
        }
        return false;
    }

    private int operandEnd(int i) {
        int end = i + 1;
        if (partner[i] > i) {
            return partner[i] + 1;
        }
        while (end + 1 < tokens.size() && tokens.get(end).isOperator(".") && tokens.get(end + 1).isName()) {
            end += 2;
        }
        return end < tokens.size() && tokens.get(end).isOperator("(") ? partner[end] + 1 : end;
    }

    private boolean isDotted(int i) {
        return i > 0 && tokens.get(i - 1).isOperator(".") || i + 1 < tokens.size() && tokens.get(i + 1).isOperator(".");
    }

    private int lastCast(int at) {
        for (int i = at; i >= 0; i--) {
            if (tokens.get(i).is("CAST") && !repairs.castOperands.containsKey(i)) {
                return i;
            }
        }
        return -1;
    }
}
