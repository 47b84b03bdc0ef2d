#pragma once
// Going through the nodes that a query selects, one at a time.

#include "spec/json/json_fwd.hpp"
#include "spec/jsonpath/node_list.hpp"
#include "spec/jsonpath/query.hpp"

#include <cstddef>
#include <vector>

namespace plumbline::jsonpath {

class Evaluation;

/// Finds the nodes of a query in order, each when it is asked for: the stack holds the way down to
/// the current node and nothing else, so that a query that selects much needs no memory for it.
/// (RFC 9535 puts the lists of its segments together in the order of their inputs; going down
/// first gives the same order.)
class Walk {
  public:
    /// All three outlive the walk. `start` is what `$` or `@` of the query stands for.
    Walk(const Query& query, const Json& start, Evaluation& evaluation);
    ~Walk();
    Walk(const Walk&) = delete;
    Walk& operator=(const Walk&) = delete;

    /// Goes to the next node; false if there is none or a limit was met.
    [[nodiscard]] bool next();
    /// The node that `next` went to.
    [[nodiscard]] const Json& value() const { return *found_.value; }
    /// Adds that node to `places`, with those of its ancestors that the same list has not yet.
    /// Returns its position.
    std::size_t keep(std::vector<NodeList::Place>& places);

  private:
    struct Frame;

    [[nodiscard]] bool begin_selector(Frame& frame);
    [[nodiscard]] bool accepts(const Frame& frame, const Json& child);
    void enter(const NodeList::Place& child, std::size_t segment);

    const Query& query_;
    Evaluation& evaluation_;
    std::vector<Frame> frames_;
    NodeList::Place found_;
    bool has_begun_ = false;
};

}  // namespace plumbline::jsonpath
