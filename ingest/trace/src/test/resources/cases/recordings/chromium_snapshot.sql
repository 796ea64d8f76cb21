-- @case the number of objects and references, and their size
SELECT (SELECT count(*) FROM heap_graph_object) AS objects, (SELECT sum(self_size) FROM heap_graph_object) AS size, (SELECT count(*) FROM heap_graph_reference) AS refs;
-- @case instances of a class
SELECT c.name, count(*) AS n, sum(o.self_size) AS size FROM heap_graph_object o JOIN heap_graph_class c ON c.id = o.type_id WHERE c.name = 'Order' GROUP BY ALL;
-- @case classes with the most objects
SELECT c.name, count(*) AS n FROM heap_graph_object o JOIN heap_graph_class c ON c.id = o.type_id GROUP BY ALL ORDER BY n DESC, 1 LIMIT 8;
