// Loops of `$ref`. A schema may contain itself below a property or an item, but not in place: the
// value would be judged by the same schema for ever, and the compiler would recurse until the stack
// ends.
#include "spec/schema/reach.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace plumbline {
namespace {

// The compiler recurses through every definition that it reaches, each at most once at a time, and
// the judge through every schema in place for each level of the value. Both bounds keep them off
// the end of an 8 MB stack in any build; with AddressSanitizer, 700 levels would reach it.
constexpr int kMaxDepthOfAll = 400;
constexpr int kMaxDepthInPlace = 16;

/// Walks the references in place depth first, each definition once.
class LoopSearch {
  public:
    LoopSearch(const Document& document, const Reached& reached)
        : document_(document), reached_(reached), marks_(reached.definitions.size()) {}

    Result<void> run() {
        for (std::size_t i = 0; i < marks_.size(); ++i) {
            const auto walked = walk(i);
            if (!walked) return walked;
        }
        return {};
    }

  private:
    struct Mark {
        bool open = false;
        std::optional<int> depth = std::nullopt;  ///< of the longest chain in place, once known
    };

    Result<void> walk(std::size_t at) {
        if (marks_[at].depth) return {};
        marks_[at].open = true;
        int depth = 0;
        for (const Definition::Edge& edge : reached_.definitions[at].in_place) {
            steps_.push_back(&edge);
            if (marks_[edge.target].open) return loop();
            const auto walked = walk(edge.target);
            if (!walked) return walked;
            depth = std::max(depth, edge.depth + *marks_[edge.target].depth);
            if (depth > kMaxDepthInPlace) return too_deep(edge);
            steps_.pop_back();
        }
        marks_[at] = {false, depth};
        return {};
    }

    Result<void> loop() const {
        // The path from the definition that the last step returns to.
        const std::size_t start = steps_.back()->target;
        auto first = steps_.end() - 1;
        while (first != steps_.begin() && (*(first - 1))->target != start) --first;
        std::string way = reached_.definitions[start].pointer;
        for (auto step = first; step != steps_.end(); ++step) {
            way += " -> " + reached_.definitions[(*step)->target].pointer;
        }
        return fail(
            ErrorCode::kInvalid,
            fmt::format("the $ref returns to a schema that judges the same value: {}; let one "
                        "of the steps go through properties or items",
                        way),
            document_.where((*first)->from));
    }

    Result<void> too_deep(const Definition::Edge& edge) const {
        return fail(ErrorCode::kLimit,
                    fmt::format("more than {} schemas judge the same value one inside the other; "
                                "write some of them out",
                                kMaxDepthInPlace),
                    document_.where(edge.from));
    }

    const Document& document_;
    const Reached& reached_;
    std::vector<Mark> marks_;
    std::vector<const Definition::Edge*> steps_;
};

}  // namespace

Result<void> check_loops(const Document& document, const Reached& reached) {
    int depth = 0;
    for (const Definition& definition : reached.definitions) depth += definition.depth;
    if (depth > kMaxDepthOfAll) {
        return fail(
            ErrorCode::kLimit,
            fmt::format("the schemas reached from here are {} levels deep together, at most {} "
                        "are taken; compile parts of them",
                        depth,
                        kMaxDepthOfAll),
            document.where(reached.definitions.front().pointer));
    }
    return LoopSearch(document, reached).run();
}

}  // namespace plumbline
