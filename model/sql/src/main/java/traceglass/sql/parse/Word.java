package traceglass.sql.parse;

import traceglass.sql.syntax.Token;

/// Words that the grammar knows. Most of them can also be names.
enum Word {
    /// Any other word, or a token that is not a word.
    NONE,
    AND(Use.RESERVED),
    AS(Use.RESERVED),
    BETWEEN(Use.RESERVED),
    CASE(Use.RESERVED),
    COLLATE(Use.RESERVED),
    DISTINCT(Use.RESERVED),
    ELSE(Use.RESERVED),
    EXCEPT(Use.RESERVED),
    EXISTS(Use.RESERVED),
    FROM(Use.RESERVED),
    GLOB(Use.RESERVED),
    GROUP(Use.RESERVED),
    HAVING(Use.RESERVED),
    ILIKE(Use.RESERVED),
    IN(Use.RESERVED),
    INTERSECT(Use.RESERVED),
    INTO(Use.RESERVED),
    IS(Use.RESERVED),
    ISNULL(Use.RESERVED),
    JOIN(Use.RESERVED),
    LIKE(Use.RESERVED),
    LIMIT(Use.RESERVED),
    NOT(Use.RESERVED),
    NOTNULL(Use.RESERVED),
    NULL(Use.RESERVED),
    ON(Use.RESERVED),
    OR(Use.RESERVED),
    ORDER(Use.RESERVED),
    SELECT(Use.RESERVED),
    SET(Use.RESERVED),
    THEN(Use.RESERVED),
    UNION(Use.RESERVED),
    USING(Use.RESERVED),
    WHEN(Use.RESERVED),
    WHERE(Use.RESERVED),
    ADD(Use.JOINING),
    ALTER(Use.JOINING),
    ANTI(Use.JOINING),
    ASOF(Use.JOINING),
    CREATE(Use.JOINING),
    CROSS(Use.JOINING),
    DELETE(Use.JOINING),
    DROP(Use.JOINING),
    ESCAPE(Use.JOINING),
    FULL(Use.JOINING),
    INDEXED(Use.JOINING),
    INNER(Use.JOINING),
    INSERT(Use.JOINING),
    LEFT(Use.JOINING),
    NATURAL(Use.JOINING),
    OUTER(Use.JOINING),
    PIVOT(Use.JOINING),
    POSITIONAL(Use.JOINING),
    RIGHT(Use.JOINING),
    SEMI(Use.JOINING),
    TABLESAMPLE(Use.JOINING),
    UNPIVOT(Use.JOINING),
    UPDATE(Use.JOINING),
    VALUES(Use.JOINING),
    END(Use.CONTEXTUAL),
    FETCH(Use.CONTEXTUAL),
    FILTER(Use.CONTEXTUAL),
    OFFSET(Use.CONTEXTUAL),
    OVER(Use.CONTEXTUAL),
    QUALIFY(Use.CONTEXTUAL),
    RETURNING(Use.CONTEXTUAL),
    WINDOW(Use.CONTEXTUAL),
    ACCUMULATE,
    AGGREGATE,
    ALL,
    ANALYZE,
    ANY,
    APPLY,
    ARRAY,
    ASC,
    AT,
    BOTH,
    BY,
    CAST,
    COLUMNS,
    CONFLICT,
    CUBE,
    CURRENT,
    CURRENT_DATE,
    CURRENT_TIME,
    CURRENT_TIMESTAMP,
    DATE,
    DEFAULT,
    DELEGATES,
    DESC,
    DESCRIBE,
    DO,
    DOWN,
    EXCLUDE,
    EXPLAIN,
    EXTEND,
    EXTRACT,
    FALSE,
    FIRST,
    FLATTEN,
    FOLLOWING,
    FOR,
    FUNCTION,
    GROUPING,
    GROUPS,
    IF,
    IGNORE,
    INCLUDE,
    INDEX,
    INTERSECTION,
    INTERVAL,
    KEY,
    LAMBDA,
    LAST,
    LATERAL,
    LEADING,
    MACRO,
    MAP,
    MATCH,
    MATERIALIZED,
    MERGE,
    MODULE,
    NAME,
    NEXT,
    NO,
    NULLS,
    OF,
    ONLY,
    ORDINALITY,
    OTHERS,
    PARTITION,
    PER,
    PERCENT,
    PERFETTO,
    PLAN,
    POSITION,
    PRAGMA,
    PRECEDING,
    PRIMARY,
    RANGE,
    RECURSIVE,
    REGEXP,
    RENAME,
    REPEATABLE,
    REPLACE,
    RESPECT,
    ROLLUP,
    ROW,
    ROWS,
    SAMPLE,
    SETS,
    SHOW,
    SIMILAR,
    SOME,
    STRUCT,
    SUMMARIZE,
    TABLE,
    TEMP,
    TEMPORARY,
    TIES,
    TIME,
    TIMESTAMP,
    TO,
    TRAILING,
    TREE,
    TRIM,
    TRUE,
    TRY_CAST,
    UNBOUNDED,
    UNKNOWN,
    UP,
    VALUE,
    VIEW,
    VIRTUAL,
    WITH,
    WITHIN,
    WITHOUT,
    ZONE;

    /// Positions in which a word can be a name.
    enum Use {
        /// A name only after AS or a dot.
        RESERVED,
        /// A name as an operand, but not as an alias without AS.
        JOINING,
        /// A name as an operand, and as an alias without AS where the clause that it starts can't follow.
        CONTEXTUAL,
        /// A name in all positions.
        FREE
    }

    private static final int CAPACITY = 512;
    private static final Word[] BY_HASH = new Word[CAPACITY];

    static {
        for (Word w : values()) {
            int position = hash(w.name());
            while (BY_HASH[position] != null) {
                position = (position + 1) & (CAPACITY - 1);
            }
            BY_HASH[position] = w;
        }
    }

    private final Use use;

    Word() {
        this(Use.FREE);
    }

    Word(Use use) {
        this.use = use;
    }

    Use use() {
        return use;
    }

    /// Returns whether this word can't be a name where an expression starts.
    boolean isReserved() {
        return use == Use.RESERVED;
    }

    /// Returns the word that a token is.
    static Word of(Token t) {
        if (t.kind() != Token.Kind.WORD || t.text().isEmpty()) {
            return NONE;
        }
        String text = t.text();
        int position = hash(text);
        for (Word w = BY_HASH[position]; w != null; w = BY_HASH[position]) {
            if (w.name().equalsIgnoreCase(text)) {
                return w;
            }
            position = (position + 1) & (CAPACITY - 1);
        }
        return NONE;
    }

    /// Computes a hash of the length and of three letters, because most tokens are names that are not words of the
    /// grammar.
    private static int hash(String text) {
        int length = text.length();
        int first = text.charAt(0) | 0x20;
        int middle = text.charAt(length >> 1) | 0x20;
        int last = text.charAt(length - 1) | 0x20;
        int hash = ((length * 31 + first) * 31 + middle) * 31 + last;
        return (hash ^ hash >>> 9) & (CAPACITY - 1);
    }
}
