#include "conformance/generate/schema_drafts.hpp"

#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::generate {

Draft draft_at(Maker& maker, const BodyPlace& place, std::string rule, const std::string& keyword) {
    Draft draft;
    draft.place = place.pointer;
    draft.rule = std::move(rule);
    draft.schema = place.keyword_pointer(keyword);
    if (draft.schema.empty()) draft.schema = place.schemas.front().pointer;
    draft.verifies = maker.requirements_at(draft.schema);
    return draft;
}

void refuse(Maker& maker,
            const BodyPlace& place,
            const std::string& rule,
            const Keywords& keywords,
            const Json& bad,
            const SharedJson& good) {
    Draft draft = draft_at(maker, place, rule, keywords.front());
    draft.fill = [&maker, &place, keywords, bad, good](const Base& base, Case& one) {
        one.expect = Expect::kRefused;
        one.broken_keywords = keywords;
        one.broken_at = first_at(place.pointer);
        Json body = good ? maker.with(base, place, *good) : maker.with(base, place);
        one.valid = shared(body);
        const auto at = JsonPointer::parse(one.broken_at);
        if (place.pointer.empty()) {
            body = bad;
        } else if (!set_at(body, *at, bad)) {
            return false;
        }
        one.body = shared(std::move(body));
        return true;
    };
    maker.add(draft);
}

Draft accepting(Maker& maker,
                const BodyPlace& place,
                const std::string& rule,
                const std::string& keyword,
                const SharedJson& value) {
    Draft draft = draft_at(maker, place, rule, keyword);
    draft.fill = [&maker, &place, value](const Base& base, Case& one) {
        const Json sent = value ? *value : maker.value_for(base, place);
        if (sent.is_null()) return false;
        one.body = shared(maker.with(base, place, sent));
        one.shows = maker.shown(place, sent);
        return true;
    };
    return draft;
}

bool accept(Maker& maker,
            const BodyPlace& place,
            const std::string& rule,
            const std::string& keyword,
            const SharedJson& value) {
    return maker.add(accepting(maker, place, rule, keyword, value));
}

}  // namespace plumbline::generate
