package traceglass.sql.repair;

import java.util.List;
import traceglass.sql.dialect.Functions;
import traceglass.sql.dialect.RetryHints;
import traceglass.sql.syntax.QueryStructure;
import traceglass.sql.syntax.Token;

/// Repairs expressions with alternative values of several types: each value keeps its own type.
final class MixedValues extends StatementNavigator {

    MixedValues(List<Token> tokens, int[] partner, RetryHints hints) {
        super(tokens, partner, hints);
    }

    /// Repairs the expression that DuckDB's message is about: the CASE at the position, else every COALESCE.
    boolean at(int at) {
        return at >= 0 && tokens.get(at).is("CASE") ? choices(at) : coalesce();
    }

    /// Repairs the expression that has the value at the position as one of its results; returns false if there is
    /// none.
    boolean around(int at) {
        int open = bracketAround(at);
        if (open > 0 && tokens.get(open - 1).isAny("COALESCE", "IFNULL")) {
            return coalesce();
        }
        if (at > 0 && tokens.get(at - 1).isAny("THEN", "ELSE")) {
            int depth = 0;
            for (int i = at - 1; i > open; i--) {
                i = partner[i] >= 0 && partner[i] < i ? partner[i] : i;
                depth += tokens.get(i).is("END") ? 1 : 0;
                if (tokens.get(i).is("CASE") && depth-- == 0) {
                    return choices(i);
                }
            }
        }
        if (open > 0 && tokens.get(open - 1).is("IIF")) {
            boolean changed = false;
            List<QueryStructure.Range> arguments = Functions.arguments(tokens, partner, open);
            for (QueryStructure.Range argument : arguments.subList(Math.min(1, arguments.size()), arguments.size())) {
                changed |= wrap(argument.start(), argument.end());
            }
            return changed;
        }
        return false;
    }

    /// Repairs the VALUES around a position, or the first that is not repaired yet; returns false if there is none.
    boolean values(int at) {
        if (tokens.getFirst().isAny("INSERT", "REPLACE")) {
            return false;
        }
        for (QueryStructure shape : shapes()) {
            for (QueryStructure.Core core : shape.cores) {
                if (core.isValues && (at < 0 || core.range.start() <= at && at < core.range.end()) && rows(core)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean rows(QueryStructure.Core core) {
        boolean changed = false;
        for (int i = core.range.start(); i < core.range.end(); i = partner[i] > i ? partner[i] + 1 : i + 1) {
            if (tokens.get(i).isOperator("(")) {
                for (QueryStructure.Range value : Functions.arguments(tokens, partner, i)) {
                    changed |= wrap(value.start(), value.end());
                }
            }
        }
        return changed;
    }

    private boolean coalesce() {
        boolean changed = false;
        for (int i = 0; i + 1 < tokens.size(); i++) {
            if (tokens.get(i).isAny("COALESCE", "IFNULL") && tokens.get(i + 1).isOperator("(")) {
                for (QueryStructure.Range argument : Functions.arguments(tokens, partner, i + 1)) {
                    changed |= wrap(argument.start(), argument.end());
                }
            }
        }
        return changed;
    }

    /// Repairs the results of a CASE.
    private boolean choices(int at) {
        boolean changed = false;
        int from = -1;
        int depth = 0;
        for (int i = at + 1; i < tokens.size(); i = partner[i] > i ? partner[i] + 1 : i + 1) {
            Token t = tokens.get(i);
            if (depth == 0 && from >= 0 && t.isAny("WHEN", "ELSE", "END")) {
                changed |= wrap(from, i);
                from = -1;
            }
            if (depth == 0 && t.isAny("THEN", "ELSE")) {
                from = i + 1;
            }
            depth += t.is("CASE") ? 1 : t.is("END") ? -1 : 0;
            if (depth < 0) {
                break;
            }
        }
        return changed;
    }

    private boolean wrap(int start, int end) {
        return !hints.wrapsAt(start) && hints.wraps.add(new RetryHints.Wrap(start, end, "CAST(", " AS VARIANT)"));
    }
}
