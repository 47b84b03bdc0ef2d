#pragma once
// One case: a request, what is wrong with it if anything, and what its answer must show.

#include "spec/json/json_fwd.hpp"

#include <optional>
#include <string>
#include <vector>

namespace plumbline::generate {

/// What an answer must show at a place.
struct Shown {
    std::string pointer;
    SharedJson value;  ///< a scalar or an expression; null pointer: anything but null
    std::vector<std::string> verifies;
};

/// What a case expects of the target; cases are played in this order.
enum class Expect {
    kRefused,   ///< refused, and nothing has changed
    kAccepted,  ///< taken, and the answer shows it
    kNoEffect,  ///< refused or taken, and nothing has changed
};

/// When an answer has to show what a case shows.
enum class Showing {
    kAlways,
    kIfVisible,  ///< a value that is null breaks no more than that
    kIfTaken,    ///< the case may be refused as well
};

/// What becomes of the latest revision.
enum class Revision { kUnasked, kNew, kSame };

/// One case of an operation with a body. Bodies may hold expressions over inputs.
struct Case {
    std::string place;  ///< pointer in the body, items as `*`; "": the whole body
    std::string rule;   ///< what the name ends with, e.g. `maximum-above`
    std::string base;   ///< the base that it starts from, see examples.yaml
    Expect expect = Expect::kAccepted;
    SharedJson body;
    SharedJson valid;  ///< of a refused case: what its body differs from in one respect

    // What makes the body wrong: a rule of the contract or keywords of the schema.
    std::string broken_rule;                   ///< id of a rule
    std::vector<std::string> broken_keywords;  ///< one of them, or several
    std::string broken_at;                     ///< pointer in the body
    std::string hosting;                       ///< where it is wrong; "": where its base is right
    std::string schema;  ///< pointer of the place's schema in the document, "" for rules

    std::vector<std::string> rules;     ///< ids of the rules the case is about
    std::vector<std::string> verifies;  ///< of the status
    std::vector<Shown> shows;
    Showing showing = Showing::kAlways;
    Revision revision = Revision::kUnasked;
    std::vector<std::string> revision_verifies;
    bool is_unchanged = false;  ///< taken, and nothing has changed
    std::vector<std::string> unchanged_verifies;
    SharedJson before;  ///< a body that is sent first; null: none
    std::string gone;   ///< what `before` had here is gone; "": not asked

    std::string issuer;  ///< operation that gives the value $steps.issue.outputs.value; "": none
};

/// The expression that stands for a value that an operation has to give out first.
inline constexpr const char* kIssued = "$steps.issue.outputs.value";

/// Makes a value shared.
[[nodiscard]] SharedJson shared(Json value);

}  // namespace plumbline::generate
