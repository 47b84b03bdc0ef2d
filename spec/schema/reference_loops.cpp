// Loops of `$ref`. A schema may contain itself below a property or an item, but not in place: the
// evaluation would never end.
#include "spec/schema/schema_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace plumbline {
namespace {

// The evaluation recurses through every schema in place for each level of the value. The limit
// keeps it within an 8 MB stack in any build.
constexpr int kMaxDepthInPlace = 16;

/// Visits the in-place references depth first, each definition once.
class LoopSearch {
  public:
    LoopSearch(const Document& document, const SchemaDialect& dialect, SchemaScan& scan)
        : document_(document),
          is_closed_(dialect.strictness == SchemaStrictness::kClosed),
          scan_(scan),
          visits_(scan.definitions.size()) {}

    Result<void> run() {
        for (std::size_t i = 0; i < visits_.size(); ++i) {
            const auto walked = visit(i);
            if (!walked) return walked;
        }
        return {};
    }

  private:
    struct VisitMark {
        bool open = false;
        std::optional<int> depth = std::nullopt;  ///< of the longest in-place chain, once known
    };

    Result<void> visit(std::size_t at) {
        if (visits_[at].depth) return {};
        visits_[at].open = true;
        int depth = 0;
        for (const SchemaDefinition::InPlaceReference& edge : scan_.definitions[at].in_place) {
            path_.push_back(&edge);
            if (visits_[edge.target].open) {
                Error error = loop_error();
                if (is_closed_) return fail(std::move(error));
                scan_.unjudged.emplace(edge.pointer, std::move(error));
                path_.pop_back();
                continue;
            }
            const auto walked = visit(edge.target);
            if (!walked) return walked;
            depth = std::max(depth, edge.depth + *visits_[edge.target].depth);
            if (depth > kMaxDepthInPlace) return depth_error(edge);
            path_.pop_back();
        }
        visits_[at] = {false, depth};
        return {};
    }

    Error loop_error() const {
        // The loop begins at the definition to which the last step returns.
        const std::size_t start = path_.back()->target;
        auto first = path_.end() - 1;
        while (first != path_.begin() && (*(first - 1))->target != start) --first;
        std::string loop = scan_.definitions[start].pointer;
        for (auto step = first; step != path_.end(); ++step) {
            loop += " -> " + scan_.definitions[(*step)->target].pointer;
        }
        return Error{
            ErrorCode::kInvalid,
            fmt::format("the $ref returns to a schema that applies to the same value: {}; let one "
                        "of the steps go through properties or items",
                        loop),
            document_.where((*first)->pointer),
            {}};
    }

    Result<void> depth_error(const SchemaDefinition::InPlaceReference& edge) const {
        return fail(
            ErrorCode::kLimit,
            fmt::format("more than {} nested schemas apply to the same value; write some of "
                        "them inline",
                        kMaxDepthInPlace),
            document_.where(edge.pointer));
    }

    const Document& document_;
    bool is_closed_;
    SchemaScan& scan_;
    std::vector<VisitMark> visits_;
    std::vector<const SchemaDefinition::InPlaceReference*> path_;
};

}  // namespace

Result<void> check_loops(const Document& document, const SchemaDialect& dialect, SchemaScan& scan) {
    return LoopSearch(document, dialect, scan).run();
}

}  // namespace plumbline
