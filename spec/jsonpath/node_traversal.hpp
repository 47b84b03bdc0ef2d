#pragma once
// Visits the nodes that a query selects, one at a time.

#include "spec/json/json_fwd.hpp"
#include "spec/jsonpath/node_list.hpp"
#include "spec/jsonpath/query.hpp"

#include <cstddef>
#include <vector>

namespace plumbline::jsonpath {

class QueryEvaluation;

/// Finds the nodes of a query in order, one for each call: the stack contains only the path to the
/// current node, so that a query that selects many nodes needs no memory for them. (RFC 9535
/// concatenates the results of a segment in the order of its input nodes; a depth-first traversal
/// results in the same order.)
class NodeTraversal {
  public:
    /// All three must outlive the traversal. `start` is the value of `$` or `@`.
    NodeTraversal(const JsonPathQuery& query, const Json& start, QueryEvaluation& evaluation);
    ~NodeTraversal();
    NodeTraversal(const NodeTraversal&) = delete;
    NodeTraversal& operator=(const NodeTraversal&) = delete;

    /// Moves to the next node; returns false if there is none or a limit was exceeded.
    [[nodiscard]] bool next();
    /// Returns the value of the current node.
    [[nodiscard]] const Json& value() const { return *current_.value; }
    /// Appends the current node and its missing ancestors to `locations`, always the same list.
    /// Returns the node's index.
    std::size_t append_location(std::vector<NodeLocation>& locations);

  private:
    struct TraversalFrame;

    [[nodiscard]] bool begin_selector(TraversalFrame& frame);
    [[nodiscard]] bool accepts(const TraversalFrame& frame, const Json& child);
    void enter(const NodeLocation& child, std::size_t segment);

    const JsonPathQuery& query_;
    QueryEvaluation& evaluation_;
    std::vector<TraversalFrame> frames_;
    NodeLocation current_;
    bool has_started_ = false;
};

}  // namespace plumbline::jsonpath
